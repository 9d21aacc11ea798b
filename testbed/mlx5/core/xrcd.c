/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "xrcd.h"

#include <fcntl.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ioctl_call.h"
#include "uverbs.h"

/* struct ib_uverbs_open_xrcd.fd: a domain without a file */
#define NO_FILE 0xffffffffu

struct xrcd {
	struct list_head node;		/* in shared, if it has a file */
	int file;			/* a duplicate descriptor, so that the inode number is not reused */
	dev_t device;
	ino_t inode;
	unsigned int usecnt;		/* number of SRQs, QPs and, with a file, handles */
};

static struct list_head shared = LIST_HEAD_INIT(shared);

static bool has_file(const struct xrcd *xrcd)
{
	return xrcd->file >= 0;
}

void xrcd_use(struct xrcd *xrcd)
{
	xrcd->usecnt++;
}

void xrcd_unuse(struct xrcd *xrcd)
{
	xrcd->usecnt--;
}

static void xrcd_free(struct xrcd *xrcd)
{
	list_del(&xrcd->node);
	if (has_file(xrcd))
		syscall(SYS_close, xrcd->file);
	free(xrcd);
}

/*
 * uverbs_free_xrcd(): frees the domain with its last handle, if it contains no SRQs and QPs. A
 * private domain has only one handle.
 */
static int xrcd_handle_release(struct uobject *uobj, enum destroy_reason reason)
{
	struct xrcd *xrcd = container_of(uobj, struct xrcd_handle, uobj)->xrcd;

	(void)reason;
	if (!has_file(xrcd)) {
		if (xrcd->usecnt)
			return -EBUSY;
		xrcd_free(xrcd);
		return 0;
	}
	xrcd_unuse(xrcd);
	if (!xrcd->usecnt)
		xrcd_free(xrcd);
	return 0;
}

const struct uobject_type xrcd_type = { .name = "XRCD", .release = xrcd_handle_release };

static struct xrcd *find_shared(const struct stat *file)
{
	struct xrcd *xrcd;

	list_for_each_entry(xrcd, &shared, node)
		if (xrcd->device == file->st_dev && xrcd->inode == file->st_ino)
			return xrcd;
	return NULL;
}

static struct xrcd *xrcd_new(void)
{
	struct xrcd *xrcd = calloc(1, sizeof(*xrcd));

	if (!xrcd)
		return ERR_PTR(-ENOMEM);
	list_init(&xrcd->node);
	xrcd->file = -1;
	return xrcd;
}

static struct xrcd *open_shared(int fd, uint32_t oflags)
{
	struct xrcd *xrcd;
	struct stat file;

	if (fstat(fd, &file))
		return ERR_PTR(-EBADF);
	xrcd = find_shared(&file);
	if (!xrcd && !(oflags & O_CREAT))
		return ERR_PTR(-EAGAIN);
	if (xrcd && oflags & O_EXCL)
		return ERR_PTR(-EINVAL);
	if (!xrcd) {
		xrcd = xrcd_new();
		if (IS_ERR(xrcd))
			return xrcd;
		xrcd->file = fcntl(fd, F_DUPFD_CLOEXEC, 0);
		if (xrcd->file < 0) {
			xrcd_free(xrcd);
			return ERR_PTR(-EMFILE);
		}
		xrcd->device = file.st_dev;
		xrcd->inode = file.st_ino;
		list_add(&xrcd->node, &shared);
	}
	xrcd_use(xrcd);
	return xrcd;
}

int xrcd_open_write(struct command *cmd)
{
	struct ib_uverbs_open_xrcd_resp resp = {};
	struct ib_uverbs_open_xrcd req;
	struct xrcd_handle *handle;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	handle = uobject_alloc(cmd->ctx, &xrcd_type, sizeof(*handle));
	if (IS_ERR(handle))
		return PTR_ERR(handle);
	handle->xrcd = req.fd == NO_FILE ? xrcd_new() : open_shared((int)req.fd, req.oflags);
	if (IS_ERR(handle->xrcd)) {
		ret = PTR_ERR(handle->xrcd);
		uobject_abort(&handle->uobj);
		return ret;
	}
	resp.xrcd_handle = handle->uobj.handle;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int xrcd_close_write(struct command *cmd)
{
	struct ib_uverbs_close_xrcd req;
	int ret = command_read(cmd, &req, sizeof(req));

	return ret ? ret : command_destroy(cmd, req.xrcd_handle, &xrcd_type, NULL);
}

int xrcd_destroy_ioctl(struct ioctl_call *call)
{
	return attr_destroy(call, UVERBS_ATTR_DESTROY_XRCD_HANDLE, &xrcd_type, NULL);
}
