/* SPDX-License-Identifier: Apache-2.0 */
#include "responder.h"

#include <infiniband/mlx5dv.h>

#include "qp.h"
#include "qp_error.h"
#include "receiver.h"

#define ATOMIC_SIZE sizeof(uint64_t)

static bool is_reliable(const struct qp *responder)
{
	return responder->type != IB_UVERBS_QPT_UC;
}

/*
 * IBTA 9.9.6: rejects a request that cannot be executed, changes the responder to the error state
 * and raises an event. An unreliable type drops the request.
 */
static enum response refuse(struct outcome *outcome, struct qp *responder, uint8_t syndrome)
{
	if (!is_reliable(responder))
		return RESPONSE_DONE;
	outcome->syndrome = syndrome;
	qp_error_with_event(responder, syndrome == MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR ?
					       IBV_EVENT_QP_ACCESS_ERR :
					       IBV_EVENT_QP_REQ_ERR);
	return RESPONSE_ERROR;
}

/* Returns the payload of a full packet. The enumerators count powers of two from 256 bytes on. */
static uint64_t mtu_of(const struct qp *responder)
{
	return 128u << responder->attr.path_mtu;
}

/* Completes the receive entry with the local syndrome, and the request with the remote one. */
static enum response fail_both(const struct receiver *receiver, const struct receive *receive,
			       uint8_t local, uint8_t remote, struct outcome *outcome)
{
	receiver_fail(receiver, receive, local);
	if (!is_reliable(receiver->qp))
		return RESPONSE_DONE;
	outcome->syndrome = remote;
	return RESPONSE_ERROR;
}

/* Without a receive entry, a reliable requester must wait. For other types the message is lost. */
static enum response not_ready(const struct qp *responder, struct outcome *outcome)
{
	outcome->rnr_timer = responder->attr.min_rnr_timer;
	return is_reliable(responder) ? RESPONSE_NOT_READY : RESPONSE_DONE;
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

/* Packets arrive one by one: those in front of the packet at an offset are in memory. */
static void copy_packets(const struct qp *responder, const struct pieces *memory,
			 const struct pieces *data, uint64_t offset)
{
	uint64_t mtu = mtu_of(responder);

	pieces_copy(memory, 0, data, offset / mtu * mtu);
}

static enum response execute_send(const struct receiver *receiver, const struct send_wqe *wqe,
				  struct outcome *outcome)
{
	struct completion completion = {
		.opcode = receive_opcode(wqe->opcode),
		.byte_count = (uint32_t)wqe->data.length,
		.immediate = wqe->immediate,
		.solicited = wqe->solicited,
	};
	struct receive receive;
	uint8_t syndrome;

	if (!receive_take(receiver, &receive))
		return not_ready(receiver->qp, outcome);
	syndrome = receive_check(&receive, wqe->data.length);
	if (syndrome) {
		copy_packets(receiver->qp, &receive.memory, &wqe->data, receive.memory.length);
		return fail_both(receiver, &receive, syndrome,
				 syndrome == MLX5_CQE_SYNDROME_LOCAL_PROT_ERR ?
					 MLX5_CQE_SYNDROME_REMOTE_OP_ERR :
					 MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR,
				 outcome);
	}
	pieces_copy(&receive.memory, 0, &wqe->data, wqe->data.length);
	if (wqe->opcode == MLX5_OPCODE_SEND_INVAL &&
	    !umr_invalidate(receiver->pd, receiver->qp->qpn, be32toh(wqe->immediate))) {
		/* The requester gets no answer (google/rdma-unit-test: MwType2Test). */
		receiver_fail(receiver, &receive, MLX5_CQE_SYNDROME_MW_BIND_ERR);
		return is_reliable(receiver->qp) ? RESPONSE_SILENCE : RESPONSE_DONE;
	}
	receiver_complete(receiver, &receive, &completion);
	return RESPONSE_DONE;
}

/*
 * Translates the address of a request to a list of at most one piece. Returns false if the access
 * is not permitted. A request without data may name any memory (IBTA 9.7.4.1.5).
 */
static bool translate(const struct receiver *receiver, const struct send_wqe *wqe,
		      uint64_t length, uint32_t access, struct pieces *remote)
{
	void *addr;

	remote->count = 0;
	remote->length = 0;
	if (!length)
		return true;
	addr = memory_remote(receiver->pd, receiver->qp->qpn, wqe->rkey, wqe->remote_addr, length,
			     access);
	return addr && pieces_add(remote, addr, length);
}

/*
 * IBTA 9.7.4.1: the key is checked with the first packet, and the receive entry is needed with the
 * last. If that is the same packet, the receive entry comes first. It fails with the request.
 */
static enum response refuse_write(const struct receiver *receiver, const struct send_wqe *wqe,
				  struct outcome *outcome)
{
	struct receive receive;

	if (wqe->opcode == MLX5_OPCODE_RDMA_WRITE_IMM && is_reliable(receiver->qp)) {
		if (receive_take(receiver, &receive))
			receiver_refuse(receiver, &receive, MLX5_CQE_SYNDROME_LOCAL_ACCESS_ERR);
		else if (wqe->data.length <= mtu_of(receiver->qp))
			return not_ready(receiver->qp, outcome);
	}
	return refuse(outcome, receiver->qp, MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
}

static enum response execute_write(const struct receiver *receiver, const struct send_wqe *wqe,
				   struct outcome *outcome)
{
	struct completion completion = {
		.opcode = MLX5_CQE_RESP_WR_IMM,
		.byte_count = (uint32_t)wqe->data.length,
		.immediate = wqe->immediate,
		.solicited = wqe->solicited,
	};
	bool immediate = wqe->opcode == MLX5_OPCODE_RDMA_WRITE_IMM;
	struct receive receive;
	struct pieces remote;

	if (!translate(receiver, wqe, wqe->data.length, IBV_ACCESS_REMOTE_WRITE, &remote))
		return refuse_write(receiver, wqe, outcome);
	/* Immediate data consumes a receive entry, but does not write to its memory. */
	if (immediate && !receive_take(receiver, &receive)) {
		if (wqe->data.length)
			copy_packets(receiver->qp, &remote, &wqe->data, wqe->data.length - 1);
		return not_ready(receiver->qp, outcome);
	}
	pieces_copy(&remote, 0, &wqe->data, wqe->data.length);
	if (immediate)
		receiver_complete(receiver, &receive, &completion);
	return RESPONSE_DONE;
}

static enum response execute_read(const struct receiver *receiver, const struct send_wqe *wqe,
				  struct outcome *outcome)
{
	struct pieces remote;

	if (!translate(receiver, wqe, wqe->data.length, IBV_ACCESS_REMOTE_READ, &remote))
		return refuse(outcome, receiver->qp, MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	pieces_copy(&wqe->data, 0, &remote, wqe->data.length);
	outcome->byte_count = (uint32_t)wqe->data.length;
	return RESPONSE_DONE;
}

static uint64_t exchange(uint64_t *target, const struct send_wqe *wqe)
{
	uint64_t old = wqe->compare;

	if (wqe->opcode == MLX5_OPCODE_ATOMIC_FA)
		return __atomic_fetch_add(target, wqe->swap_add, __ATOMIC_SEQ_CST);
	__atomic_compare_exchange_n(target, &old, wqe->swap_add, false, __ATOMIC_SEQ_CST,
				    __ATOMIC_SEQ_CST);
	return old;
}

/* Writes the old value to the requester's memory in host byte order, as the library expects. */
static enum response execute_atomic(const struct receiver *receiver, const struct send_wqe *wqe,
				    struct outcome *outcome)
{
	struct pieces remote, answer = {};
	uint64_t old;

	if (wqe->remote_addr % ATOMIC_SIZE)
		return refuse(outcome, receiver->qp, MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	if (!translate(receiver, wqe, ATOMIC_SIZE, IBV_ACCESS_REMOTE_ATOMIC, &remote))
		return refuse(outcome, receiver->qp, MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	old = exchange(remote.piece[0].addr, wqe);
	pieces_add(&answer, &old, ATOMIC_SIZE);
	pieces_copy(&wqe->data, 0, &answer, ATOMIC_SIZE);
	outcome->byte_count = ATOMIC_SIZE;
	return RESPONSE_DONE;
}

/*
 * Returns whether the queue pair permits the operation (IBTA 9.7.4.1.3). Without resources for
 * reads and atomics, it permits neither (set_qpc_atomic_flags in the driver).
 */
static bool is_enabled(const struct qp *responder, const struct send_wqe *wqe)
{
	uint32_t access = responder->attr.qp_access_flags;

	switch (wqe->opcode) {
	case MLX5_OPCODE_RDMA_WRITE:
	case MLX5_OPCODE_RDMA_WRITE_IMM:
		return access & IBV_ACCESS_REMOTE_WRITE;
	case MLX5_OPCODE_RDMA_READ:
		return access & IBV_ACCESS_REMOTE_READ && responder->attr.max_dest_rd_atomic;
	case MLX5_OPCODE_ATOMIC_CS:
	case MLX5_OPCODE_ATOMIC_FA:
		return access & IBV_ACCESS_REMOTE_ATOMIC && responder->attr.max_dest_rd_atomic;
	default:
		return true;
	}
}

/* IBTA 11.6.3.1: raises an event for the first message if the queue pair is still in RTR. */
static void note_arrival(struct qp *responder)
{
	if (!responder->established && responder->state == IBV_QPS_RTR)
		qp_async_event(responder, IBV_EVENT_COMM_EST);
	responder->established = true;
}

enum response responder_execute(struct qp *responder, const struct send_wqe *wqe,
				struct outcome *outcome)
{
	struct receiver receiver;

	note_arrival(responder);
	if (!receiver_of_qp(responder, wqe->srqn, &receiver) || !is_enabled(responder, wqe))
		return refuse(outcome, responder, MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	switch (wqe->opcode) {
	case MLX5_OPCODE_SEND:
	case MLX5_OPCODE_SEND_IMM:
	case MLX5_OPCODE_SEND_INVAL:
		return execute_send(&receiver, wqe, outcome);
	case MLX5_OPCODE_RDMA_WRITE:
	case MLX5_OPCODE_RDMA_WRITE_IMM:
		return execute_write(&receiver, wqe, outcome);
	case MLX5_OPCODE_RDMA_READ:
		return execute_read(&receiver, wqe, outcome);
	default:
		return execute_atomic(&receiver, wqe, outcome);
	}
}
