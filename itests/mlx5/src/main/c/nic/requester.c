#include "requester.h"

#include <infiniband/mlx5dv.h>

#include "completion.h"
#include "nic.h"
#include "qp.h"
#include "receive.h"
#include "responder.h"
#include "send_wqe.h"

#define COUNTER_MASK 0xffffu
#define OPCODE_SHIFT 24

void requester_fail_qp(struct qp *qp)
{
	qp->state = IBV_QPS_ERR;
}

static void consume(struct qp *qp, uint32_t blocks)
{
	qp->sq.consumed = (qp->sq.consumed + blocks) & COUNTER_MASK;
}

static void complete_send(const struct qp *qp, const struct send_wqe *wqe, uint32_t byte_count,
			  uint8_t syndrome)
{
	struct completion completion = {
		.opcode = syndrome ? MLX5_CQE_REQ_ERR : MLX5_CQE_REQ,
		.syndrome = syndrome,
		.resource = qp->uidx,
		.qpn = (uint32_t)wqe->opcode << OPCODE_SHIFT | qp->qpn,
		.wqe_counter = wqe->counter,
		.byte_count = byte_count,
	};

	completion_write(qp->send_cq, &completion);
}

static int flush_send_queue(struct qp *qp)
{
	struct send_wqe wqe;
	int completions = 0;

	while (send_wqe_pending(qp)) {
		send_wqe_read(qp, &wqe);
		wqe.counter = (uint16_t)qp->sq.consumed;
		complete_send(qp, &wqe, 0, MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
		completions++;
		consume(qp, wqe.blocks);
	}
	return completions;
}

static int flush_receive_queue(struct qp *qp)
{
	struct completion completion = {
		.opcode = MLX5_CQE_RESP_ERR,
		.syndrome = MLX5_CQE_SYNDROME_WR_FLUSH_ERR,
		.resource = qp->uidx,
		.qpn = qp->qpn,
	};
	struct receive receive;
	int completions = 0;

	while (receive_take(qp, NULL, &receive) != RECEIVE_NONE) {
		completion.wqe_counter = receive.counter;
		completion_write(qp->recv_cq, &completion);
		completions++;
	}
	return completions;
}

/* In the error state everything posted is flushed; entries of an SRQ stay for others. */
static int flush(struct qp *qp)
{
	int completions = 0;

	if (qp->send_cq)
		completions += flush_send_queue(qp);
	if (qp->recv_cq && !qp->srq && qp->type != IB_UVERBS_QPT_RAW_PACKET && !qp->underlay)
		completions += flush_receive_queue(qp);
	if (qp->srq && !qp->last_wqe_reported) {
		qp->last_wqe_reported = true;
		qp_async_event(qp, IBV_EVENT_QP_LAST_WQE_REACHED);
	}
	return completions;
}

/* A destination that does not exist here swallows everything, as if all went well. */
static enum response execute(struct qp *qp, struct qp *responder, const struct send_wqe *wqe,
			     struct outcome *outcome)
{
	if (wqe->syndrome) {
		outcome->syndrome = wqe->syndrome;
		return RESPONSE_ERROR;
	}
	if (responder)
		return responder_execute(qp, responder, wqe, outcome);
	outcome->byte_count = (uint32_t)wqe->data.length;
	return RESPONSE_DONE;
}

/* Executes one request; false when it has to wait, or the queue pair failed. */
static bool run_one(struct qp *qp, int *completions)
{
	struct outcome outcome = {};
	enum response response;
	struct qp *responder;
	struct send_wqe wqe;

	send_wqe_read(qp, &wqe);
	responder = send_wqe_is_remote(qp, &wqe) ? qp_by_number(wqe.dest_qpn) : NULL;
	response = execute(qp, responder, &wqe, &outcome);
	*completions += outcome.completions;
	if (response == RESPONSE_LATER)
		return false;
	nic_counters.wqes++;
	consume(qp, wqe.blocks);
	if (response == RESPONSE_ERROR || wqe.signaled) {
		complete_send(qp, &wqe, outcome.byte_count, outcome.syndrome);
		++*completions;
	}
	if (response == RESPONSE_ERROR) {
		requester_fail_qp(qp);
		*completions += flush(qp);
	}
	if (responder && responder != qp && responder->state == IBV_QPS_ERR)
		*completions += flush(responder);
	return response == RESPONSE_DONE;
}

int requester_run(struct qp *qp)
{
	int completions = 0;

	if (qp->state == IBV_QPS_ERR)
		return flush(qp);
	if (qp->state != IBV_QPS_RTS && qp->state != IBV_QPS_SQE)
		return 0;
	while (send_wqe_pending(qp) && run_one(qp, &completions))
		;
	return completions;
}
