/* SPDX-License-Identifier: Apache-2.0 */
#include "qp_error.h"

#include "cq.h"
#include "nic.h"
#include "qp.h"
#include "wq.h"

/*
 * IBTA 10.3.1.7: for unreliable and raw types the receive queue continues, because no connection is
 * broken. For raw packets see sqrq_to_qp_state() in the driver.
 */
void qp_error_requester(struct qp *qp)
{
	if (qp->state == IBV_QPS_ERR)		/* already failed, by its CQ or its own responder */
		return;
	switch (qp->type) {
	case IB_UVERBS_QPT_UC:
	case IB_UVERBS_QPT_UD:
	case IB_UVERBS_QPT_RAW_PACKET:
		qp->state = IBV_QPS_SQE;
		break;
	default:
		qp->state = IBV_QPS_ERR;
	}
}

void qp_error_responder(struct qp *qp)
{
	qp->state = IBV_QPS_ERR;
}

void qp_error_with_event(struct qp *qp, enum ibv_event_type event)
{
	qp->state = IBV_QPS_ERR;
	qp_async_event(qp, event);
}

/* IBTA 11.6.3.2. The driver's mlx5_ib_cq_event() forwards the event of the firmware. */
void qp_error_cq_overrun(struct cq *cq)
{
	struct qp *qp;
	struct wq *wq;

	cq->overrun = true;
	uobject_async_event(&cq->uobj, IBV_EVENT_CQ_ERR);
	list_for_each_entry(qp, &nic_qps, nic_node)
		if ((qp->send_cq == cq || qp->recv_cq == cq) && qp->state != IBV_QPS_ERR)
			qp_error_with_event(qp, IBV_EVENT_QP_FATAL);
	list_for_each_entry(wq, &nic_wqs, nic_node)
		if (wq->cq == cq && wq->state == IBV_WQS_RDY) {
			wq->state = IBV_WQS_ERR;
			uobject_async_event(&wq->uobj, IBV_EVENT_WQ_FATAL);
		}
}
