/* SPDX-License-Identifier: Apache-2.0 */
#include "srq.h"

#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include "cq.h"
#include "driver.h"
#include "idspace.h"
#include "ioctl_call.h"
#include "pd.h"
#include "uverbs.h"
#include "xrcd.h"

#define MAX_SRQ_NUMBER (1u << 16)

static struct idspace srq_numbers = IDSPACE(1, MAX_SRQ_NUMBER);

static int srq_release(struct uobject *uobj, enum destroy_reason reason)
{
	struct srq *srq = container_of(uobj, struct srq, uobj);

	(void)reason;
	idspace_remove(&srq_numbers, srq->srqn);
	uobject_unuse(&srq->pd->uobj);
	if (srq->type == IB_UVERBS_SRQT_XRC) {
		uobject_unuse(&srq->cq->uobj);
		uobject_unuse(&srq->xrcd->uobj);
		xrcd_unuse(srq->xrcd->xrcd);
	}
	return 0;
}

const struct uobject_type srq_type = { .name = "SRQ", .release = srq_release };

struct srq *srq_by_number(uint32_t srqn)
{
	return idspace_find(&srq_numbers, srqn);
}

/*
 * ib_create_srq_user(). A query returns the limit set at creation, as in the emulation that
 * recorded the test vectors. The limit is not armed, because mlx5_ib_create_srq() does not pass it
 * on as the watermark.
 */
static struct srq *srq_create(struct ucontext *ctx, struct srq_init *init, struct udata *udata)
{
	struct srq *srq;
	int ret;

	if (!init->pd)
		return ERR_PTR(-EINVAL);
	if (init->type == IB_UVERBS_SRQT_XRC && (!init->cq || !init->xrcd))
		return ERR_PTR(-EINVAL);
	if (init->type > IB_UVERBS_SRQT_TM)
		return ERR_PTR(-EINVAL);

	srq = uobject_alloc(ctx, &srq_type, sizeof(*srq));
	if (IS_ERR(srq))
		return srq;
	srq->uobj.user_handle = init->user_handle;
	srq->type = init->type;
	srq->limit = init->limit;
	srq->srqn = idspace_add(&srq_numbers, srq);
	ret = srq->srqn ? driver()->create_srq(srq, init, udata) : -ENOMEM;
	if (ret) {
		idspace_remove(&srq_numbers, srq->srqn);
		uobject_abort(&srq->uobj);
		return ERR_PTR(ret);
	}
	srq->pd = init->pd;
	uobject_use(&srq->pd->uobj);
	if (srq->type == IB_UVERBS_SRQT_XRC) {
		srq->cq = init->cq;
		uobject_use(&srq->cq->uobj);
		srq->xrcd = init->xrcd;
		uobject_use(&srq->xrcd->uobj);
		xrcd_use(srq->xrcd->xrcd);
	}
	if (init->async)
		uobject_set_async(&srq->uobj, init->async);
	return srq;
}

static int srq_reply(struct command *cmd, const struct srq_init *init, struct srq *srq)
{
	struct ib_uverbs_create_srq_resp resp = {
		.max_wr = init->max_wr,
		.max_sge = init->max_sge,
	};

	if (IS_ERR(srq))
		return PTR_ERR(srq);
	resp.srq_handle = srq->uobj.handle;
	if (srq->type == IB_UVERBS_SRQT_XRC)
		resp.srqn = srq->srqn;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int srq_create_write(struct command *cmd)
{
	struct ib_uverbs_create_srq req;
	struct srq_init init = { .type = IB_UVERBS_SRQT_BASIC };
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	init.user_handle = req.user_handle;
	init.max_wr = req.max_wr;
	init.max_sge = req.max_sge;
	init.limit = req.srq_limit;
	init.pd = uobject_get(cmd->ctx, req.pd_handle, &pd_type);
	if (IS_ERR(init.pd))
		return PTR_ERR(init.pd);
	return srq_reply(cmd, &init, srq_create(cmd->ctx, &init, &cmd->udata));
}

int srq_create_xsrq_write(struct command *cmd)
{
	struct ib_uverbs_create_xsrq req;
	struct srq_init init = {};
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	init.user_handle = req.user_handle;
	init.type = req.srq_type;
	init.max_wr = req.max_wr;
	init.max_sge = req.max_sge;
	init.limit = req.srq_limit;
	if (req.srq_type == IB_UVERBS_SRQT_XRC) {
		init.xrcd = uobject_get(cmd->ctx, req.xrcd_handle, &xrcd_type);
		if (IS_ERR(init.xrcd))
			return -EINVAL;
	}
	if (req.srq_type != IB_UVERBS_SRQT_BASIC) {
		init.cq = uobject_get(cmd->ctx, req.cq_handle, &cq_type);
		if (IS_ERR(init.cq))
			return PTR_ERR(init.cq);
	}
	init.pd = uobject_get(cmd->ctx, req.pd_handle, &pd_type);
	if (IS_ERR(init.pd))
		return PTR_ERR(init.pd);
	return srq_reply(cmd, &init, srq_create(cmd->ctx, &init, &cmd->udata));
}

int srq_create_ioctl(struct ioctl_call *call)
{
	struct srq_init init = {
		.user_handle = attr_u64(call, UVERBS_ATTR_CREATE_SRQ_USER_HANDLE, 0),
		.type = attr_u32(call, UVERBS_ATTR_CREATE_SRQ_TYPE, IB_UVERBS_SRQT_BASIC),
		.max_wr = attr_u32(call, UVERBS_ATTR_CREATE_SRQ_MAX_WR, 0),
		.max_sge = attr_u32(call, UVERBS_ATTR_CREATE_SRQ_MAX_SGE, 0),
		.limit = attr_u32(call, UVERBS_ATTR_CREATE_SRQ_LIMIT, 0),
		.pd = attr_object(call, UVERBS_ATTR_CREATE_SRQ_PD_HANDLE, &pd_type),
		.cq = attr_object(call, UVERBS_ATTR_CREATE_SRQ_CQ_HANDLE, &cq_type),
		.xrcd = attr_object(call, UVERBS_ATTR_CREATE_SRQ_XRCD_HANDLE, &xrcd_type),
		.async = attr_channel(call, UVERBS_ATTR_CREATE_SRQ_EVENT_FD),
	};
	const void *references[] = { init.pd, init.cq, init.xrcd, init.async };
	struct srq *srq;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(references); i++)
		if (IS_ERR(references[i]))
			return PTR_ERR(references[i]);
	srq = srq_create(call->ctx, &init, &call->udata);
	if (IS_ERR(srq))
		return PTR_ERR(srq);
	attr_reply_handle(call, UVERBS_ATTR_CREATE_SRQ_HANDLE, &srq->uobj);
	attr_reply_u32(call, UVERBS_ATTR_CREATE_SRQ_RESP_MAX_WR, init.max_wr);
	attr_reply_u32(call, UVERBS_ATTR_CREATE_SRQ_RESP_MAX_SGE, init.max_sge);
	attr_reply_u32(call, UVERBS_ATTR_CREATE_SRQ_RESP_SRQ_NUM, srq->srqn);
	return 0;
}

int srq_modify_write(struct command *cmd)
{
	struct ib_uverbs_modify_srq req;
	struct srq *srq;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	srq = uobject_get(cmd->ctx, req.srq_handle, &srq_type);
	return IS_ERR(srq) ? PTR_ERR(srq) : driver()->modify_srq(srq, &req);
}

int srq_query_write(struct command *cmd)
{
	struct ib_uverbs_query_srq_resp resp = {};
	struct ib_uverbs_query_srq req;
	struct srq *srq;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	srq = uobject_get(cmd->ctx, req.srq_handle, &srq_type);
	if (IS_ERR(srq))
		return PTR_ERR(srq);
	resp.max_wr = srq->ring.count - 1;
	resp.max_sge = srq->max_sge;
	resp.srq_limit = srq->limit;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int srq_destroy_write(struct command *cmd)
{
	struct ib_uverbs_destroy_srq_resp resp = {};
	struct ib_uverbs_destroy_srq req;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (!ret)
		ret = command_destroy(cmd, req.srq_handle, &srq_type, &resp.events_reported);
	if (!ret)
		command_reply(cmd, &resp, sizeof(resp));
	return ret;
}

int srq_destroy_ioctl(struct ioctl_call *call)
{
	struct ib_uverbs_destroy_srq_resp resp = {};
	int ret = attr_destroy(call, UVERBS_ATTR_DESTROY_SRQ_HANDLE, &srq_type,
			       &resp.events_reported);

	if (!ret)
		attr_reply(call, UVERBS_ATTR_DESTROY_SRQ_RESP, &resp, sizeof(resp));
	return ret;
}
