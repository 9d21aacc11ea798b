/* SPDX-License-Identifier: Apache-2.0 */
#include "mcast.h"

#include <stdlib.h>

#include "command.h"
#include "config.h"
#include "port.h"
#include "qp.h"
#include "uverbs.h"

/* IB_MULTICAST_LID_BASE, and the permissive LID above the range. */
#define FIRST_MULTICAST_LID 0xc000
#define PERMISSIVE_LID 0xffff

/* The first byte of an IPv4 address in its v4-mapped form. */
#define FIRST_IPV4_BYTE 12

struct mcast_group {
	struct list_head node;		/* in qp_handle.mcast */
	uint16_t lid;
	uint8_t gid[GID_SIZE];
};

static struct mcast_group *find_group(const struct qp_handle *handle, const uint8_t *gid,
				      uint16_t lid)
{
	struct mcast_group *group;

	list_for_each_entry(group, &handle->mcast, node)
		if (group->lid == lid && !memcmp(group->gid, gid, GID_SIZE))
			return group;
	return NULL;
}

static void free_group(struct mcast_group *group)
{
	list_del(&group->node);
	free(group);
}

void mcast_detach_all(struct qp_handle *handle)
{
	struct mcast_group *group, *tmp;

	list_for_each_entry_safe(group, tmp, &handle->mcast, node)
		free_group(group);
}

/* rdma_is_multicast_addr(): an IPv6 group, or an IPv4 one in its v4-mapped form */
static bool is_multicast_gid(const uint8_t *gid)
{
	if (gid[0] == 0xff)
		return true;
	return port_gid_is_ipv4(gid) && (gid[FIRST_IPV4_BYTE] & 0xf0) == 0xe0;
}

/* is_valid_mcast_lid(): only InfiniBand routes by LID */
static bool is_multicast_lid(uint16_t lid)
{
	return config.ethernet || (lid >= FIRST_MULTICAST_LID && lid != PERMISSIVE_LID);
}

/* The check that ib_attach_mcast() and ib_detach_mcast() share. */
static bool may_join(const struct qp *qp, const uint8_t *gid, uint16_t lid)
{
	return qp->type == IB_UVERBS_QPT_UD && is_multicast_gid(gid) && is_multicast_lid(lid);
}

bool mcast_is_member(const struct qp *qp, const uint8_t *gid)
{
	const struct mcast_group *group;
	const struct qp_handle *handle;

	list_for_each_entry(handle, &qp->handles, node)
		list_for_each_entry(group, &handle->mcast, node)
			if (!memcmp(group->gid, gid, GID_SIZE))
				return true;
	return false;
}

int mcast_attach_write(struct command *cmd)
{
	struct ib_uverbs_attach_mcast req;
	struct mcast_group *group;
	struct qp_handle *handle;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	handle = uobject_get(cmd->ctx, req.qp_handle, &qp_type);
	if (IS_ERR(handle))
		return PTR_ERR(handle);
	if (find_group(handle, req.gid, req.mlid))
		return 0;
	if (!may_join(handle->qp, req.gid, req.mlid))
		return -EINVAL;
	group = calloc(1, sizeof(*group));
	if (!group)
		return -ENOMEM;
	group->lid = req.mlid;
	memcpy(group->gid, req.gid, GID_SIZE);
	list_add(&group->node, &handle->mcast);
	return 0;
}

int mcast_detach_write(struct command *cmd)
{
	struct ib_uverbs_detach_mcast req;
	struct mcast_group *group;
	struct qp_handle *handle;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	handle = uobject_get(cmd->ctx, req.qp_handle, &qp_type);
	if (IS_ERR(handle))
		return PTR_ERR(handle);
	group = find_group(handle, req.gid, req.mlid);
	if (!group)
		return -EINVAL;
	free_group(group);
	return 0;
}
