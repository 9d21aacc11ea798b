/* SPDX-License-Identifier: Apache-2.0 */
#include "mr.h"

#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include "idspace.h"
#include "ioctl_call.h"
#include "pd.h"
#include "user_memory.h"
#include "uverbs.h"

#define FIRST_KEY_INDEX 0x18
#define MAX_KEY_INDEX (1u << 20)

#define ACCESS_NEEDS_LOCAL_WRITE (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)

/* IB_ACCESS_SUPPORTED: every mandatory flag, and the range of optional flags. */
#define ACCESS_SUPPORTED \
	(((ACCESS_FLUSH_PERSISTENT << 1) - 1) | IB_UVERBS_ACCESS_OPTIONAL_RANGE)

/* Defined since Linux 6.2. The installed headers may be older. */
#define ACCESS_FLUSH_GLOBAL (1u << 8)
#define ACCESS_FLUSH_PERSISTENT (1u << 9)

#define ACCESS_NOT_OFFERED (IBV_ACCESS_ON_DEMAND | ACCESS_FLUSH_GLOBAL | ACCESS_FLUSH_PERSISTENT)

#define REREG_SUPPORTED \
	(IBV_REREG_MR_CHANGE_TRANSLATION | IBV_REREG_MR_CHANGE_PD | IBV_REREG_MR_CHANGE_ACCESS)

static struct idspace key_indices = IDSPACE(FIRST_KEY_INDEX, MAX_KEY_INDEX);

static int mr_release(struct uobject *uobj, enum destroy_reason reason)
{
	struct mr *mr = container_of(uobj, struct mr, uobj);

	(void)reason;
	idspace_remove(&key_indices, mr->key >> KEY_INDEX_SHIFT);
	uobject_unuse(&mr->pd->uobj);
	return 0;
}

static const struct uobject_type mr_type = { .name = "MR", .release = mr_release };

struct mr *mr_by_key(uint32_t key)
{
	struct mr *mr = idspace_find(&key_indices, key >> KEY_INDEX_SHIFT);

	return mr && mr->key == key ? mr : NULL;
}

/* ib_check_mr_access(), as of Linux 6.12 */
static int check_access(uint32_t access)
{
	if (access & ACCESS_NEEDS_LOCAL_WRITE && !(access & IBV_ACCESS_LOCAL_WRITE))
		return -EINVAL;
	if (access & ~ACCESS_SUPPORTED)
		return -EINVAL;
	return access & ACCESS_NOT_OFFERED ? -EOPNOTSUPP : 0;
}

/* A region may start in the middle of a page, but at the same offset in address and iova. */
static bool same_page_offset(uint64_t addr, uint64_t iova)
{
	return (addr & USER_PAGE_MASK) == (iova & USER_PAGE_MASK);
}

/* ib_umem_get(): an empty region pins the page that contains it, but may not start a page. */
static int check_range(uint64_t addr, uint64_t length)
{
	if (!length && !(addr & USER_PAGE_MASK))
		return -EINVAL;
	return user_memory_check(addr, length);
}

/* Allocates an index and combines it with a new tag. */
static uint32_t new_key(struct mr *mr)
{
	static uint32_t tag;
	uint32_t index = idspace_add(&key_indices, mr);

	return index ? index << KEY_INDEX_SHIFT | (++tag & KEY_TAG_MASK) : 0;
}

int mr_reg_write(struct command *cmd)
{
	struct ib_uverbs_reg_mr_resp resp = {};
	struct ib_uverbs_reg_mr req;
	struct mr *mr;
	struct pd *pd;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	if (!same_page_offset(req.start, req.hca_va))
		return -EINVAL;
	ret = check_access(req.access_flags);
	if (ret)
		return ret;
	pd = uobject_get(cmd->ctx, req.pd_handle, &pd_type);
	if (IS_ERR(pd))
		return PTR_ERR(pd);
	ret = check_range(req.start, req.length);
	if (ret)
		return ret;

	mr = uobject_alloc(cmd->ctx, &mr_type, sizeof(*mr));
	if (IS_ERR(mr))
		return PTR_ERR(mr);
	mr->key = new_key(mr);
	if (!mr->key) {
		uobject_abort(&mr->uobj);
		return -ENOMEM;
	}
	mr->pd = pd;
	uobject_use(&pd->uobj);
	mr->access = req.access_flags;
	mr->addr = req.start;
	mr->length = req.length;
	mr->iova = req.hca_va;

	resp.mr_handle = mr->uobj.handle;
	resp.lkey = resp.rkey = mr->key;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

/* ib_uverbs_rereg_mr(): checks the whole request before it changes the region. */
int mr_rereg_write(struct command *cmd)
{
	struct ib_uverbs_rereg_mr_resp resp = {};
	struct ib_uverbs_rereg_mr req;
	struct mr *mr;
	struct pd *pd;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	if (!req.flags)
		return -EINVAL;
	if (req.flags & ~REREG_SUPPORTED)
		return -EOPNOTSUPP;
	if (req.flags & IBV_REREG_MR_CHANGE_TRANSLATION && !same_page_offset(req.start, req.hca_va))
		return -EINVAL;
	mr = uobject_get(cmd->ctx, req.mr_handle, &mr_type);
	if (IS_ERR(mr))
		return PTR_ERR(mr);
	if (req.flags & IBV_REREG_MR_CHANGE_ACCESS) {
		ret = check_access(req.access_flags);
		if (ret)
			return ret;
	}
	pd = mr->pd;
	if (req.flags & IBV_REREG_MR_CHANGE_PD)
		pd = uobject_get(cmd->ctx, req.pd_handle, &pd_type);
	if (IS_ERR(pd))
		return PTR_ERR(pd);
	if (req.flags & IBV_REREG_MR_CHANGE_TRANSLATION) {
		ret = check_range(req.start, req.length);
		if (ret)
			return ret;
		mr->addr = req.start;
		mr->length = req.length;
		mr->iova = req.hca_va;
	}
	if (req.flags & IBV_REREG_MR_CHANGE_ACCESS)
		mr->access = req.access_flags;
	uobject_use(&pd->uobj);
	uobject_unuse(&mr->pd->uobj);
	mr->pd = pd;

	resp.lkey = resp.rkey = mr->key;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int mr_dereg_write(struct command *cmd)
{
	struct ib_uverbs_dereg_mr req;
	int ret = command_read(cmd, &req, sizeof(req));

	return ret ? ret : command_destroy(cmd, req.mr_handle, &mr_type, NULL);
}

int mr_destroy_ioctl(struct ioctl_call *call)
{
	return attr_destroy(call, UVERBS_ATTR_DESTROY_MR_HANDLE, &mr_type, NULL);
}

/* get_prefetchable_mr() accepts only regions with on-demand paging, and there are none. */
int mr_advise_ioctl(struct ioctl_call *call)
{
	(void)call;
	return -ENOENT;
}
