/* SPDX-License-Identifier: Apache-2.0 */
#include "wq.h"

#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include "cq.h"
#include "driver.h"
#include "ioctl_call.h"
#include "nic/nic.h"
#include "pd.h"
#include "uverbs.h"

#define CREATE_FLAGS									\
	(IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING | IB_UVERBS_WQ_FLAGS_SCATTER_FCS |		\
	 IB_UVERBS_WQ_FLAGS_DELAY_DROP | IB_UVERBS_WQ_FLAGS_PCI_WRITE_END_PADDING)

#define MODIFY_MASK (IBV_WQ_ATTR_STATE | IBV_WQ_ATTR_CURR_STATE | IBV_WQ_ATTR_FLAGS)

static int wq_release(struct uobject *uobj, enum destroy_reason reason)
{
	struct wq *wq = container_of(uobj, struct wq, uobj);

	(void)reason;
	nic_wq_remove(wq);
	uobject_unuse(&wq->pd->uobj);
	uobject_unuse(&wq->cq->uobj);
	return 0;
}

const struct uobject_type wq_type = { .name = "WQ", .release = wq_release };

static struct wq *wq_create(struct ucontext *ctx, const struct wq_init *init, struct udata *udata)
{
	struct wq *wq;
	int ret;

	if (!init->pd || !init->cq || init->type != IBV_WQT_RQ)
		return ERR_PTR(-EINVAL);
	wq = uobject_alloc(ctx, &wq_type, sizeof(*wq));
	if (IS_ERR(wq))
		return wq;
	wq->uobj.user_handle = init->user_handle;
	wq->state = IBV_WQS_RESET;
	wq->create_flags = init->create_flags;
	ret = driver()->create_wq(wq, init, udata);
	if (ret) {
		uobject_abort(&wq->uobj);
		return ERR_PTR(ret);
	}
	wq->pd = init->pd;
	wq->cq = init->cq;
	uobject_use(&wq->pd->uobj);
	uobject_use(&wq->cq->uobj);
	if (init->async)
		uobject_set_async(&wq->uobj, init->async);
	nic_wq_add(wq);
	return wq;
}

int wq_create_write(struct command *cmd)
{
	struct ib_uverbs_ex_create_wq_resp resp = {
		.response_length = response_length(cmd->out_len, sizeof(resp)),
	};
	struct ib_uverbs_ex_create_wq req;
	struct wq_init init = {};
	struct wq *wq;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	if (req.comp_mask)
		return -EOPNOTSUPP;
	init.user_handle = req.user_handle;
	init.type = req.wq_type;
	init.max_wr = req.max_wr;
	init.max_sge = req.max_sge;
	init.create_flags = req.create_flags;
	init.pd = uobject_get(cmd->ctx, req.pd_handle, &pd_type);
	if (IS_ERR(init.pd))
		return PTR_ERR(init.pd);
	init.cq = uobject_get(cmd->ctx, req.cq_handle, &cq_type);
	if (IS_ERR(init.cq))
		return PTR_ERR(init.cq);
	wq = wq_create(cmd->ctx, &init, &cmd->udata);
	if (IS_ERR(wq))
		return PTR_ERR(wq);
	resp.wq_handle = wq->uobj.handle;
	resp.wqn = wq->wqn;
	resp.max_wr = init.max_wr;
	resp.max_sge = init.max_sge;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int wq_create_ioctl(struct ioctl_call *call)
{
	struct wq_init init = {
		.user_handle = attr_u64(call, UVERBS_ATTR_CREATE_WQ_USER_HANDLE, 0),
		.type = attr_u32(call, UVERBS_ATTR_CREATE_WQ_TYPE, UINT32_MAX),
		.max_wr = attr_u32(call, UVERBS_ATTR_CREATE_WQ_MAX_WR, 0),
		.max_sge = attr_u32(call, UVERBS_ATTR_CREATE_WQ_MAX_SGE, 0),
		.create_flags = attr_u32(call, UVERBS_ATTR_CREATE_WQ_FLAGS, 0),
		.pd = attr_object(call, UVERBS_ATTR_CREATE_WQ_PD_HANDLE, &pd_type),
		.cq = attr_object(call, UVERBS_ATTR_CREATE_WQ_CQ_HANDLE, &cq_type),
		.async = attr_channel(call, UVERBS_ATTR_CREATE_WQ_EVENT_FD),
	};
	const void *references[] = { init.pd, init.cq, init.async };
	struct wq *wq;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(references); i++)
		if (IS_ERR(references[i]))
			return PTR_ERR(references[i]);
	if (init.create_flags & ~CREATE_FLAGS)
		return -EINVAL;
	wq = wq_create(call->ctx, &init, &call->udata);
	if (IS_ERR(wq))
		return PTR_ERR(wq);
	attr_reply_handle(call, UVERBS_ATTR_CREATE_WQ_HANDLE, &wq->uobj);
	attr_reply_u32(call, UVERBS_ATTR_CREATE_WQ_RESP_MAX_WR, init.max_wr);
	attr_reply_u32(call, UVERBS_ATTR_CREATE_WQ_RESP_MAX_SGE, init.max_sge);
	attr_reply_u32(call, UVERBS_ATTR_CREATE_WQ_RESP_WQ_NUM, wq->wqn);
	return 0;
}

/* ib_uverbs_ex_modify_wq(): attributes missing in the request keep their values. */
int wq_modify_write(struct command *cmd)
{
	struct ib_uverbs_ex_modify_wq req;
	struct wq *wq;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	if (!req.attr_mask || req.attr_mask > MODIFY_MASK)
		return -EINVAL;
	wq = uobject_get(cmd->ctx, req.wq_handle, &wq_type);
	if (IS_ERR(wq))
		return PTR_ERR(wq);
	if (!(req.attr_mask & IBV_WQ_ATTR_CURR_STATE))
		req.curr_wq_state = wq->state;
	if (!(req.attr_mask & IBV_WQ_ATTR_STATE))
		req.wq_state = req.curr_wq_state;
	if (!(req.attr_mask & IBV_WQ_ATTR_FLAGS))
		req.flags = req.flags_mask = 0;
	if (req.curr_wq_state > IBV_WQS_ERR || req.wq_state > IBV_WQS_ERR)
		return -EINVAL;
	ret = driver()->modify_wq(wq, &req);
	if (ret)
		return ret;
	wq->state = req.wq_state;
	nic_wq_state_changed(wq);
	return 0;
}

int wq_destroy_write(struct command *cmd)
{
	struct ib_uverbs_ex_destroy_wq_resp resp = {
		.response_length = response_length(cmd->out_len, sizeof(resp)),
	};
	struct ib_uverbs_ex_destroy_wq req;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (!ret && req.comp_mask)
		ret = -EOPNOTSUPP;
	if (!ret)
		ret = command_destroy(cmd, req.wq_handle, &wq_type, &resp.events_reported);
	if (!ret)
		command_reply(cmd, &resp, sizeof(resp));
	return ret;
}

int wq_destroy_ioctl(struct ioctl_call *call)
{
	uint32_t events = 0;
	int ret = attr_destroy(call, UVERBS_ATTR_DESTROY_WQ_HANDLE, &wq_type, &events);

	if (!ret)
		attr_reply_u32(call, UVERBS_ATTR_DESTROY_WQ_RESP, events);
	return ret;
}
