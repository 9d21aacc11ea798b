#include "responder.h"

#include <infiniband/mlx5dv.h>

#include "completion.h"
#include "qp.h"
#include "receive.h"
#include "requester.h"
#include "srq.h"

/* Space that a datagram receive gives to the global routing header. */
#define GRH_SIZE 40u
#define ATOMIC_SIZE sizeof(uint64_t)

/* The receiving side of a request: on XRC the request itself names the SRQ. */
struct receiver {
	struct qp *qp;
	struct srq *srq;
	struct cq *cq;
	uint32_t resource;
};

static void find_receiver(struct qp *qp, const struct send_wqe *wqe, struct receiver *receiver)
{
	receiver->qp = qp;
	receiver->srq = qp->srq;
	receiver->cq = qp->recv_cq;
	receiver->resource = qp->uidx;
	if (qp->type == IB_UVERBS_QPT_XRC_TGT) {
		receiver->srq = srq_by_number(wqe->srqn);
		receiver->cq = receiver->srq ? receiver->srq->cq : NULL;
		receiver->resource = receiver->srq ? receiver->srq->uidx : 0;
	}
}

static bool is_reliable(const struct qp *qp)
{
	return qp->type == IB_UVERBS_QPT_RC || qp->type == IB_UVERBS_QPT_XRC_INI;
}

static enum response fail(struct outcome *outcome, struct qp *responder, uint8_t syndrome)
{
	requester_fail_qp(responder);
	outcome->syndrome = syndrome;
	return RESPONSE_ERROR;
}

static void complete_receive(const struct receiver *receiver, struct completion *completion,
			     struct outcome *outcome)
{
	completion->resource = receiver->resource;
	completion->qpn = receiver->qp->qpn;
	completion_write(receiver->cq, completion);
	outcome->completions++;
}

static void fail_receive(const struct receiver *receiver, const struct receive *receive,
			 uint8_t syndrome, struct outcome *outcome)
{
	struct completion completion = {
		.opcode = MLX5_CQE_RESP_ERR,
		.syndrome = syndrome,
		.wqe_counter = receive->counter,
	};

	complete_receive(receiver, &completion, outcome);
}

/* Without a receive, a reliable requester waits, and others lose the message. */
static enum response not_ready(const struct qp *requester)
{
	return is_reliable(requester) ? RESPONSE_LATER : RESPONSE_DONE;
}

static uint8_t receive_opcode(uint8_t send_opcode)
{
	switch (send_opcode) {
	case MLX5_OPCODE_SEND_IMM:
		return MLX5_CQE_RESP_SEND_IMM;
	case MLX5_OPCODE_SEND_INVAL:
		return MLX5_CQE_RESP_SEND_INV;
	default:
		return MLX5_CQE_RESP_SEND;
	}
}

static enum response execute_send(const struct qp *requester, const struct receiver *receiver,
				  const struct send_wqe *wqe, struct outcome *outcome)
{
	bool datagram = requester->type == IB_UVERBS_QPT_UD;
	uint32_t header = datagram ? GRH_SIZE : 0;
	struct completion completion = {
		.opcode = receive_opcode(wqe->opcode),
		.byte_count = (uint32_t)wqe->data.length + header,
		.source_qpn = datagram ? requester->qpn : 0,
		.has_grh = datagram,
	};
	struct receive receive;

	switch (receive_take(receiver->qp, receiver->srq, &receive)) {
	case RECEIVE_NONE:
		return not_ready(requester);
	case RECEIVE_BAD_KEY:
		fail_receive(receiver, &receive, MLX5_CQE_SYNDROME_LOCAL_PROT_ERR, outcome);
		return fail(outcome, receiver->qp, MLX5_CQE_SYNDROME_REMOTE_OP_ERR);
	case RECEIVE_TAKEN:
		break;
	}
	if (wqe->data.length + header > receive.memory.length) {
		fail_receive(receiver, &receive, MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR, outcome);
		if (is_reliable(requester))
			return fail(outcome, receiver->qp, MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
		requester_fail_qp(receiver->qp);
		return RESPONSE_DONE;
	}
	pieces_copy(&receive.memory, header, &wqe->data, wqe->data.length);
	completion.wqe_counter = receive.counter;
	if (wqe->opcode != MLX5_OPCODE_SEND)
		completion.immediate = wqe->immediate;
	complete_receive(receiver, &completion, outcome);
	return RESPONSE_DONE;
}

/*
 * The memory that a request names, as a list of at most one piece. False when the queue pair or
 * the region does not grant the access; a request without data is granted whatever it names.
 */
static bool translate_remote(const struct qp *responder, const struct send_wqe *wqe,
			     uint64_t length, uint32_t access, struct pieces *remote)
{
	void *addr;

	remote->count = 0;
	remote->length = 0;
	if (!length)
		return true;
	if (!(responder->attr.qp_access_flags & access))
		return false;
	addr = memory_translate(wqe->rkey, wqe->remote_addr, length, access);
	return addr && pieces_add(remote, addr, length);
}

static enum response execute_write(const struct qp *requester, const struct receiver *receiver,
				   const struct send_wqe *wqe, struct outcome *outcome)
{
	struct completion completion = {
		.opcode = MLX5_CQE_RESP_WR_IMM,
		.byte_count = (uint32_t)wqe->data.length,
		.immediate = wqe->immediate,
	};
	bool immediate = wqe->opcode == MLX5_OPCODE_RDMA_WRITE_IMM;
	struct receive receive;
	struct pieces remote;

	if (!translate_remote(receiver->qp, wqe, wqe->data.length, IBV_ACCESS_REMOTE_WRITE,
			      &remote))
		return fail(outcome, receiver->qp, MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	/* The immediate data takes a receive entry along, but none of its memory. */
	if (immediate && receive_take(receiver->qp, receiver->srq, &receive) == RECEIVE_NONE)
		return not_ready(requester);
	pieces_copy(&remote, 0, &wqe->data, wqe->data.length);
	if (immediate) {
		completion.wqe_counter = receive.counter;
		complete_receive(receiver, &completion, outcome);
	}
	return RESPONSE_DONE;
}

static enum response execute_read(struct qp *responder, const struct send_wqe *wqe,
				  struct outcome *outcome)
{
	struct pieces remote;

	if (!translate_remote(responder, wqe, wqe->data.length, IBV_ACCESS_REMOTE_READ, &remote))
		return fail(outcome, responder, MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	pieces_copy(&wqe->data, 0, &remote, wqe->data.length);
	outcome->byte_count = (uint32_t)wqe->data.length;
	return RESPONSE_DONE;
}

/* The old value goes back to the requester, in its own byte order as the library expects it. */
static enum response execute_atomic(struct qp *responder, const struct send_wqe *wqe,
				    struct outcome *outcome)
{
	struct pieces remote, old_value = {};
	uint64_t *target, old;

	if (!translate_remote(responder, wqe, ATOMIC_SIZE, IBV_ACCESS_REMOTE_ATOMIC, &remote))
		return fail(outcome, responder, MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	if (wqe->remote_addr % ATOMIC_SIZE)
		return fail(outcome, responder, MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	target = remote.piece[0].addr;
	old = *target;
	if (wqe->opcode == MLX5_OPCODE_ATOMIC_FA)
		*target = old + wqe->swap_add;
	else if (old == wqe->compare)
		*target = wqe->swap_add;
	pieces_add(&old_value, &old, ATOMIC_SIZE);
	pieces_copy(&wqe->data, 0, &old_value, ATOMIC_SIZE);
	outcome->byte_count = ATOMIC_SIZE;
	return RESPONSE_DONE;
}

enum response responder_execute(const struct qp *requester, struct qp *responder,
				const struct send_wqe *wqe, struct outcome *outcome)
{
	struct receiver receiver;

	if (responder->state < IBV_QPS_RTR)
		return not_ready(requester);
	if (responder->state == IBV_QPS_ERR) {
		if (!is_reliable(requester))
			return RESPONSE_DONE;
		outcome->syndrome = MLX5_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR;
		return RESPONSE_ERROR;
	}
	find_receiver(responder, wqe, &receiver);
	if (responder->type == IB_UVERBS_QPT_XRC_TGT && !receiver.srq)
		return fail(outcome, responder, MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	switch (wqe->opcode) {
	case MLX5_OPCODE_SEND:
	case MLX5_OPCODE_SEND_IMM:
	case MLX5_OPCODE_SEND_INVAL:
		return execute_send(requester, &receiver, wqe, outcome);
	case MLX5_OPCODE_RDMA_WRITE:
	case MLX5_OPCODE_RDMA_WRITE_IMM:
		return execute_write(requester, &receiver, wqe, outcome);
	case MLX5_OPCODE_RDMA_READ:
		return execute_read(responder, wqe, outcome);
	default:
		return execute_atomic(responder, wqe, outcome);
	}
}
