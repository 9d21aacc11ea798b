/* SPDX-License-Identifier: Apache-2.0 */
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>

#include "config.h"
#include "cq.h"
#include "driver.h"
#include "ioctl_call.h"
#include "pd.h"
#include "qp.h"
#include "rwq_table.h"
#include "srq.h"
#include "uverbs.h"
#include "xrcd.h"

/*
 * IB_QP_CREATE_SOURCE_QPN, which the uapi headers do not define. It is a flag of the write command
 * and a separate attribute of the ioctl().
 */
#define CREATE_SOURCE_QPN (1u << 10)

#define CREATE_FLAGS									\
	(IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK |					\
	 IB_UVERBS_QP_CREATE_SCATTER_FCS |						\
	 IB_UVERBS_QP_CREATE_CVLAN_STRIPPING |						\
	 IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING)

#define RAW_PACKET_CREATE_FLAGS \
	(IB_UVERBS_QP_CREATE_SCATTER_FCS | IB_UVERBS_QP_CREATE_CVLAN_STRIPPING)

/* Checks that a program may create this type, and that it has the capability some types need. */
static int check_type(uint32_t type)
{
	switch (type) {
	case IB_UVERBS_QPT_RAW_PACKET:
		return config.cap_net_raw ? 0 : -EPERM;
	case IB_UVERBS_QPT_RC:
	case IB_UVERBS_QPT_UC:
	case IB_UVERBS_QPT_UD:
	case IB_UVERBS_QPT_XRC_INI:
	case IB_UVERBS_QPT_XRC_TGT:
	case IB_UVERBS_QPT_DRIVER:
		return 0;
	default:
		return -EINVAL;
	}
}

/* check_creation_flags() in uverbs_std_types_qp.c */
static int check_flags_of_type(uint32_t type, uint32_t flags)
{
	if (flags & ~CREATE_FLAGS)
		return -EINVAL;
	if (!flags || type == IB_UVERBS_QPT_DRIVER)
		return 0;
	if (type != IB_UVERBS_QPT_RAW_PACKET && type != IB_UVERBS_QPT_UD)
		return -EINVAL;
	if (flags & RAW_PACKET_CREATE_FLAGS && type != IB_UVERBS_QPT_RAW_PACKET)
		return -EINVAL;
	return 0;
}

/* ib_qp_usecnt_inc(): an XRC_RECV queue pair refers only to its XRC domain. */
static void take_references(struct qp *qp, const struct qp_init *init)
{
	if (init->type == IB_UVERBS_QPT_XRC_TGT) {
		qp->xrcd = init->xrcd->xrcd;
		xrcd_use(qp->xrcd);
		return;
	}
	qp->pd = init->pd;
	uobject_use(&qp->pd->uobj);
	qp->send_cq = init->send_cq;
	if (qp->send_cq)
		uobject_use(&qp->send_cq->uobj);
	qp->recv_cq = init->recv_cq;
	if (qp->recv_cq)
		uobject_use(&qp->recv_cq->uobj);
	qp->srq = init->srq;
	if (qp->srq)
		uobject_use(&qp->srq->uobj);
	qp->rwq_table = init->rwq_table;
	if (qp->rwq_table)
		uobject_use(&qp->rwq_table->uobj);
}

static struct qp_handle *create(struct ucontext *ctx, struct qp_init *init, struct udata *udata)
{
	struct qp_handle *handle;
	struct qp *qp;
	int ret;

	qp = qp_new(init);
	if (IS_ERR(qp))
		return (void *)qp;
	ret = driver()->create_qp(qp, init, udata);
	if (ret) {
		qp_free(qp);
		return ERR_PTR(ret);
	}
	qp->cap = init->cap;
	take_references(qp, init);
	handle = qp_handle_new(ctx, qp, init->user_handle, init->xrcd);
	if (IS_ERR(handle)) {
		qp_free(qp);
		return handle;
	}
	if (init->async)
		uobject_set_async(&handle->uobj, init->async);
	return handle;
}

static int check_write_references(const struct qp_init *init)
{
	const void *references[] = {
		init->rwq_table, init->srq, init->recv_cq, init->send_cq, init->pd,
	};
	size_t i;

	if (IS_ERR(init->xrcd))
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(references); i++)
		if (IS_ERR(references[i]))
			return PTR_ERR(references[i]);
	if (init->srq && init->srq->type == IB_UVERBS_SRQT_XRC)
		return -EINVAL;
	return 0;
}

/* create_qp() in uverbs_cmd.c, which serves both write commands */
static struct qp_handle *create_by_write(struct command *cmd,
					 const struct ib_uverbs_ex_create_qp *req,
					 struct qp_init *init)
{
	bool rss = req->comp_mask & IB_UVERBS_CREATE_QP_MASK_IND_TABLE;
	int ret = check_type(req->qp_type);

	if (ret)
		return ERR_PTR(ret);
	if (rss) {
		init->rwq_table = uobject_get(cmd->ctx, req->rwq_ind_tbl_handle, &rwq_table_type);
		if (req->max_recv_wr || req->max_recv_sge || req->is_srq)
			return ERR_PTR(-EINVAL);
	}
	init->user_handle = req->user_handle;
	init->type = req->qp_type;
	init->sq_sig_all = req->sq_sig_all;
	init->has_source_qpn = req->create_flags & CREATE_SOURCE_QPN;
	init->create_flags = req->create_flags & ~CREATE_SOURCE_QPN;
	init->cap.max_send_wr = req->max_send_wr;
	init->cap.max_recv_wr = req->max_recv_wr;
	init->cap.max_send_sge = req->max_send_sge;
	init->cap.max_recv_sge = req->max_recv_sge;
	init->cap.max_inline_data = req->max_inline_data;

	if (req->qp_type == IB_UVERBS_QPT_XRC_TGT) {
		init->xrcd = uobject_get(cmd->ctx, req->pd_handle, &xrcd_type);
	} else {
		init->pd = uobject_get(cmd->ctx, req->pd_handle, &pd_type);
		if (!rss || req->max_send_wr)
			init->send_cq = uobject_get(cmd->ctx, req->send_cq_handle, &cq_type);
		if (req->qp_type == IB_UVERBS_QPT_XRC_INI) {
			init->cap.max_recv_wr = 0;
			init->cap.max_recv_sge = 0;
		} else {
			if (req->is_srq)
				init->srq = uobject_get(cmd->ctx, req->srq_handle, &srq_type);
			if (!rss)
				init->recv_cq = uobject_get(cmd->ctx, req->recv_cq_handle,
							    &cq_type);
		}
	}
	ret = check_write_references(init);
	if (ret)
		return ERR_PTR(ret);
	if (init->create_flags & ~CREATE_FLAGS)
		return ERR_PTR(-EINVAL);
	if (init->has_source_qpn && !config.cap_net_raw)
		return ERR_PTR(-EPERM);
	return create(cmd->ctx, init, &cmd->udata);
}

static struct ib_uverbs_create_qp_resp create_response(const struct qp_handle *handle)
{
	const struct qp *qp = handle->qp;

	return (struct ib_uverbs_create_qp_resp) {
		.qp_handle = handle->uobj.handle,
		.qpn = qp->qpn,
		.max_send_wr = qp->cap.max_send_wr,
		.max_recv_wr = qp->cap.max_recv_wr,
		.max_send_sge = qp->cap.max_send_sge,
		.max_recv_sge = qp->cap.max_recv_sge,
		.max_inline_data = qp->cap.max_inline_data,
	};
}

int qp_create_write(struct command *cmd)
{
	struct ib_uverbs_ex_create_qp req = {};
	struct ib_uverbs_create_qp_resp resp;
	struct ib_uverbs_create_qp plain;
	struct qp_init init = {};
	struct qp_handle *handle;
	int ret;

	ret = command_read(cmd, &plain, sizeof(plain));
	if (ret)
		return ret;
	req.user_handle = plain.user_handle;
	req.pd_handle = plain.pd_handle;
	req.send_cq_handle = plain.send_cq_handle;
	req.recv_cq_handle = plain.recv_cq_handle;
	req.srq_handle = plain.srq_handle;
	req.max_send_wr = plain.max_send_wr;
	req.max_recv_wr = plain.max_recv_wr;
	req.max_send_sge = plain.max_send_sge;
	req.max_recv_sge = plain.max_recv_sge;
	req.max_inline_data = plain.max_inline_data;
	req.sq_sig_all = plain.sq_sig_all;
	req.qp_type = plain.qp_type;
	req.is_srq = plain.is_srq;
	handle = create_by_write(cmd, &req, &init);
	if (IS_ERR(handle))
		return PTR_ERR(handle);
	resp = create_response(handle);
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int qp_create_ex_write(struct command *cmd)
{
	struct ib_uverbs_ex_create_qp_resp resp = {
		.response_length = response_length(cmd->out_len, sizeof(resp)),
	};
	struct ib_uverbs_ex_create_qp req;
	struct qp_init init = {};
	struct qp_handle *handle;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	if (req.comp_mask & ~IB_UVERBS_CREATE_QP_SUP_COMP_MASK || req.reserved)
		return -EINVAL;
	handle = create_by_write(cmd, &req, &init);
	if (IS_ERR(handle))
		return PTR_ERR(handle);
	resp.base = create_response(handle);
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

/* Checks which references the type requires and allows (UVERBS_METHOD_QP_CREATE). */
static int check_ioctl_references(const struct qp_init *init)
{
	bool xrc_target = init->type == IB_UVERBS_QPT_XRC_TGT;
	bool xrc_srq = init->srq && init->srq->type == IB_UVERBS_SRQT_XRC;

	if (xrc_target) {
		if (init->recv_cq || init->send_cq || init->pd || init->rwq_table || !init->xrcd)
			return -EINVAL;
	} else {
		if (init->xrcd || (init->srq && init->type == IB_UVERBS_QPT_XRC_INI) || !init->pd)
			return -EINVAL;
		if (init->rwq_table) {
			if (init->cap.max_recv_wr || init->cap.max_recv_sge || init->recv_cq ||
			    init->srq || (init->cap.max_send_wr && !init->send_cq))
				return -EINVAL;
		} else if (!init->send_cq ||
			   (!init->recv_cq && init->type != IB_UVERBS_QPT_XRC_INI)) {
			return -EINVAL;
		}
	}
	return init->srq && xrc_srq != xrc_target ? -EINVAL : 0;
}

int qp_create_ioctl(struct ioctl_call *call)
{
	struct qp_init init = {
		.user_handle = attr_u64(call, UVERBS_ATTR_CREATE_QP_USER_HANDLE, 0),
		.type = attr_u32(call, UVERBS_ATTR_CREATE_QP_TYPE, UINT32_MAX),
		.create_flags = attr_u32(call, UVERBS_ATTR_CREATE_QP_FLAGS, 0),
		.has_source_qpn = attr_present(call, UVERBS_ATTR_CREATE_QP_SOURCE_QPN),
		.pd = attr_object(call, UVERBS_ATTR_CREATE_QP_PD_HANDLE, &pd_type),
		.send_cq = attr_object(call, UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, &cq_type),
		.recv_cq = attr_object(call, UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, &cq_type),
		.srq = attr_object(call, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE, &srq_type),
		.rwq_table = attr_object(call, UVERBS_ATTR_CREATE_QP_IND_TABLE_HANDLE,
					 &rwq_table_type),
		.xrcd = attr_object(call, UVERBS_ATTR_CREATE_QP_XRCD_HANDLE, &xrcd_type),
		.async = attr_channel(call, UVERBS_ATTR_CREATE_QP_EVENT_FD),
	};
	const void *references[] = {
		init.pd, init.send_cq, init.recv_cq, init.srq, init.rwq_table, init.xrcd,
		init.async,
	};
	struct qp_handle *handle;
	size_t i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(references); i++)
		if (IS_ERR(references[i]))
			return PTR_ERR(references[i]);
	attr_read(call, UVERBS_ATTR_CREATE_QP_CAP, &init.cap, sizeof(init.cap));
	init.sq_sig_all = init.create_flags & IB_UVERBS_QP_CREATE_SQ_SIG_ALL;
	init.create_flags &= ~IB_UVERBS_QP_CREATE_SQ_SIG_ALL;
	ret = check_type(init.type);
	if (!ret)
		ret = check_ioctl_references(&init);
	if (!ret)
		ret = check_flags_of_type(init.type, init.create_flags);
	if (ret)
		return ret;

	handle = create(call->ctx, &init, &call->udata);
	if (IS_ERR(handle))
		return PTR_ERR(handle);
	attr_reply_handle(call, UVERBS_ATTR_CREATE_QP_HANDLE, &handle->uobj);
	attr_reply(call, UVERBS_ATTR_CREATE_QP_RESP_CAP, &init.cap, sizeof(init.cap));
	attr_reply_u32(call, UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, handle->qp->qpn);
	return 0;
}

/* ib_open_qp(): creates another handle to an XRC_RECV queue pair of the same domain */
int qp_open_write(struct command *cmd)
{
	struct ib_uverbs_create_qp_resp resp = {};
	struct ib_uverbs_open_qp req;
	struct xrcd_handle *xrcd;
	struct qp_handle *handle;
	struct qp *qp;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	xrcd = uobject_get(cmd->ctx, req.pd_handle, &xrcd_type);
	if (IS_ERR(xrcd))
		return -EINVAL;
	qp = qp_by_number(req.qpn);
	if (req.qp_type != IB_UVERBS_QPT_XRC_TGT || !qp || qp->xrcd != xrcd->xrcd)
		return -EINVAL;
	handle = qp_handle_new(cmd->ctx, qp, req.user_handle, xrcd);
	if (IS_ERR(handle))
		return PTR_ERR(handle);
	resp.qp_handle = handle->uobj.handle;
	resp.qpn = qp->qpn;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}
