/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include "config.h"
#include "ioctl_call.h"
#include "qp.h"
#include "uverbs.h"

#define FLOW_FLAGS (uint32_t)(IBV_FLOW_ATTR_FLAGS_DONT_TRAP | IBV_FLOW_ATTR_FLAGS_EGRESS)

struct list_head flows = LIST_HEAD_INIT(flows);

static int flow_release(struct uobject *uobj, enum destroy_reason reason)
{
	struct flow *flow = container_of(uobj, struct flow, uobj);

	(void)reason;
	list_del(&flow->node);
	uobject_unuse(&flow->qp->uobj);
	return 0;
}

static const struct uobject_type flow_type = { .name = "FLOW", .release = flow_release };

/* The rules of ib_uverbs_ex_create_flow() and mlx5_ib_create_flow() */
static bool are_flags_valid(const struct ib_uverbs_flow_attr *attr)
{
	bool is_default = attr->type == IBV_FLOW_ATTR_ALL_DEFAULT ||
			  attr->type == IBV_FLOW_ATTR_MC_DEFAULT;

	return !(attr->flags & ~FLOW_FLAGS) && !(is_default && attr->flags);
}

/*
 * ib_uverbs_ex_create_flow(). The specifications follow the fixed part of the request. Therefore
 * this function reads the request itself and does not require a fixed size. The specifications are
 * not checked.
 */
int flow_create_write(struct command *cmd)
{
	size_t fixed = sizeof(struct ib_uverbs_create_flow);
	struct ib_uverbs_create_flow_resp resp = {};
	struct ib_uverbs_create_flow req = {};
	struct qp_handle *handle;
	struct flow *flow;
	size_t specs_size;

	memcpy(&req, cmd->in, min_u64(sizeof(req), cmd->in_len));
	if (req.comp_mask)
		return -EINVAL;
	if (!config.cap_net_raw)
		return -EPERM;
	if (!are_flags_valid(&req.flow_attr))
		return -EINVAL;
	handle = uobject_get(cmd->ctx, req.qp_handle, &qp_type);
	if (IS_ERR(handle))
		return PTR_ERR(handle);
	if (handle->qp->type != IB_UVERBS_QPT_UD && handle->qp->type != IB_UVERBS_QPT_RAW_PACKET)
		return -EINVAL;

	specs_size = cmd->in_len > fixed ? cmd->in_len - fixed : 0;
	flow = uobject_alloc(cmd->ctx, &flow_type, sizeof(*flow) + specs_size);
	if (IS_ERR(flow))
		return PTR_ERR(flow);
	flow->type = req.flow_attr.type;
	flow->flags = req.flow_attr.flags;
	flow->priority = req.flow_attr.priority;
	flow->specs_size = specs_size;
	memcpy(flow->specs, (const uint8_t *)cmd->in + fixed, specs_size);
	list_add(&flow->node, &flows);
	flow->qp = handle;
	uobject_use(&handle->uobj);
	resp.flow_handle = flow->uobj.handle;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int flow_destroy_write(struct command *cmd)
{
	struct ib_uverbs_destroy_flow req;
	int ret = command_read(cmd, &req, sizeof(req));

	if (!ret && req.comp_mask)
		ret = -EINVAL;
	return ret ? ret : command_destroy(cmd, req.flow_handle, &flow_type, NULL);
}

int flow_destroy_ioctl(struct ioctl_call *call)
{
	return attr_destroy(call, UVERBS_ATTR_DESTROY_FLOW_HANDLE, &flow_type, NULL);
}
