#include "receiver.h"

#include <infiniband/mlx5dv.h>

#include "qp.h"
#include "srq.h"
#include "xrcd.h"

/* IBTA annex A14: on XRC the request itself names the SRQ, and with it the domain of its keys. */
static bool find_xrc(struct qp *qp, uint32_t srqn, struct receiver *receiver)
{
	struct srq *srq = srq_by_number(srqn);

	if (!srq || srq->type != IB_UVERBS_SRQT_XRC || srq->xrcd->xrcd != qp->xrcd)
		return false;
	*receiver = (struct receiver) {
		.qp = qp,
		.srq = srq,
		.cq = srq->cq,
		.pd = srq->pd,
		.resource = srq->uidx,
	};
	return true;
}

bool receiver_find(struct qp *qp, uint32_t srqn, struct receiver *receiver)
{
	if (qp->type == IB_UVERBS_QPT_XRC_TGT)
		return find_xrc(qp, srqn, receiver);
	*receiver = (struct receiver) {
		.qp = qp,
		.srq = qp->srq,
		.cq = qp->recv_cq,
		.pd = qp->pd,
		.resource = qp->uidx,
	};
	return true;
}

void receiver_complete(const struct receiver *receiver, const struct receive *receive,
		       struct completion *completion)
{
	completion->resource = receiver->resource;
	completion->qpn = receiver->qp->qpn;
	completion->wqe_counter = receive->counter;
	completion_write(receiver->cq, completion);
}

void receiver_fail(const struct receiver *receiver, const struct receive *receive,
		   uint8_t syndrome)
{
	struct completion completion = {
		.opcode = MLX5_CQE_RESP_ERR,
		.syndrome = syndrome,
	};

	receiver_complete(receiver, receive, &completion);
}
