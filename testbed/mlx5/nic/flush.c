/* SPDX-License-Identifier: Apache-2.0 */
#include "flush.h"

#include <infiniband/mlx5dv.h>

#include "qp.h"
#include "receiver.h"
#include "send_wqe.h"
#include "wq.h"

static void flush_send_queue(struct qp *qp)
{
	struct send_wqe wqe;

	while (send_wqe_pending(qp)) {
		send_wqe_read(qp, &wqe);
		send_wqe_complete(qp, &wqe, 0, MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
		send_wqe_consume(qp, &wqe);
	}
}

static void flush_receive_queue(struct qp *qp)
{
	struct receiver receiver;

	if (receiver_of_qp(qp, 0, &receiver))
		receiver_flush(&receiver);
}

/* Entries of an SRQ remain. The event reports that this queue pair consumes no more of them. */
static void report_last_wqe(struct qp *qp)
{
	if (qp->last_wqe_reported)
		return;
	qp->last_wqe_reported = true;
	qp_async_event(qp, IBV_EVENT_QP_LAST_WQE_REACHED);
}

void flush_queues(struct qp *qp)
{
	if (qp->state != IBV_QPS_ERR && qp->state != IBV_QPS_SQE)
		return;
	if (qp->send_cq)
		flush_send_queue(qp);
	if (qp->state != IBV_QPS_ERR)
		return;
	if (qp->srq)
		report_last_wqe(qp);
	else if (qp->recv_cq)
		flush_receive_queue(qp);
}

void flush_wq(struct wq *wq)
{
	struct receiver receiver;

	if (wq->state != IBV_WQS_ERR)
		return;
	receiver_of_wq(wq, &receiver);
	receiver_flush(&receiver);
}
