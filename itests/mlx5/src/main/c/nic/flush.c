#include "flush.h"

#include <infiniband/mlx5dv.h>

#include "completion.h"
#include "qp.h"
#include "receive.h"
#include "send_wqe.h"

/* The entries count with their own index: what an earlier one left in the ring does not matter. */
static void flush_send_queue(struct qp *qp)
{
	struct send_wqe wqe;

	while (send_wqe_pending(qp)) {
		send_wqe_read(qp, &wqe);
		wqe.counter = (uint16_t)qp->sq.consumed;
		send_wqe_complete(qp, &wqe, 0, MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
		send_wqe_consume(qp, &wqe);
	}
}

static void flush_receive_queue(struct qp *qp)
{
	struct completion completion = {
		.opcode = MLX5_CQE_RESP_ERR,
		.syndrome = MLX5_CQE_SYNDROME_WR_FLUSH_ERR,
		.resource = qp->uidx,
		.qpn = qp->qpn,
	};
	struct receive receive;

	while (receive_take(qp, NULL, &receive) != RECEIVE_NONE) {
		completion.wqe_counter = receive.counter;
		completion_write(qp->recv_cq, &completion);
	}
}

/* Entries of an SRQ stay for others; the event says that this queue pair takes none any more. */
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
