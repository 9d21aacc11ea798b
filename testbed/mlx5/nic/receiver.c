/* SPDX-License-Identifier: Apache-2.0 */
#include "receiver.h"

#include <infiniband/mlx5dv.h>

#include "qp.h"
#include "qp_error.h"
#include "srq.h"
#include "wq.h"
#include "xrcd.h"

/* IBTA annex A14: an XRC request names the SRQ, whose domain also applies to the request's keys. */
static bool of_xrc_target(struct qp *qp, uint32_t srqn, struct receiver *receiver)
{
	struct srq *srq = srq_by_number(srqn);

	if (!srq || srq->type != IB_UVERBS_SRQT_XRC || srq->xrcd->xrcd != qp->xrcd)
		return false;
	*receiver = (struct receiver) {
		.qp = qp,
		.srq = srq,
		.pd = srq->pd,
		.cq = srq->cq,
		.resource = srq->uidx,
	};
	return true;
}

bool receiver_of_qp(struct qp *qp, uint32_t srqn, struct receiver *receiver)
{
	if (qp->type == IB_UVERBS_QPT_XRC_TGT)
		return of_xrc_target(qp, srqn, receiver);
	*receiver = (struct receiver) {
		.qp = qp,
		.srq = qp->srq,
		.ring = &qp->rq,
		.doorbell = qp->doorbell,
		.signed_wqes = qp->signed_wqes,
		.pd = qp->pd,
		.cq = qp->recv_cq,
		.resource = qp->uidx,
	};
	return true;
}

void receiver_of_wq(struct wq *wq, struct receiver *receiver)
{
	*receiver = (struct receiver) {
		.wq = wq,
		.ring = &wq->ring,
		.doorbell = wq->doorbell,
		.signed_wqes = wq->signed_wqes,
		.pd = wq->pd,
		.cq = wq->cq,
		.resource = wq->uidx,
	};
}

void receiver_complete(const struct receiver *receiver, const struct receive *receive,
		       struct completion *completion)
{
	completion->resource = receiver->resource;
	completion->qpn = receiver->qp ? receiver->qp->qpn : 0;
	completion->wqe_counter = receive->counter;
	completion_write(receiver->cq, completion);
}

void receiver_refuse(const struct receiver *receiver, const struct receive *receive,
		     uint8_t syndrome)
{
	struct completion completion = {
		.opcode = MLX5_CQE_RESP_ERR,
		.syndrome = syndrome,
	};

	receiver_complete(receiver, receive, &completion);
}

void receiver_fail(const struct receiver *receiver, const struct receive *receive,
		   uint8_t syndrome)
{
	receiver_refuse(receiver, receive, syndrome);
	if (receiver->qp)
		qp_error_responder(receiver->qp);
	else
		receiver->wq->state = IBV_WQS_ERR;
}

void receiver_flush(const struct receiver *receiver)
{
	struct receive receive;

	while (receive_take(receiver, &receive))
		receiver_refuse(receiver, &receive, MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
}
