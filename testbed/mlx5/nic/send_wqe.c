/* SPDX-License-Identifier: Apache-2.0 */
#include "send_wqe.h"

#include <infiniband/mlx5dv.h>
#include <stdio.h>
#include <stdlib.h>

#include "completion.h"
#include "wqe_cursor.h"
#include "wqe_message.h"

#define COUNTER_MASK 0xffffu
#define OPCODE_SHIFT 24

/* struct mlx5_wqe_ctrl_seg: fields of its words */
#define OPCODE_MASK 0xffu
#define COUNTER_SHIFT 8
#define SEGMENT_COUNT_MASK 0x3fu
#define COMPLETION_MASK (3u << 2)

bool send_wqe_pending(const struct qp *qp)
{
	return qp->sq.count &&
	       (read_doorbell(qp->doorbell, MLX5_SND_DBR) & COUNTER_MASK) != qp->sq.consumed;
}

bool send_wqe_is_atomic(const struct send_wqe *wqe)
{
	return wqe->opcode == MLX5_OPCODE_ATOMIC_CS || wqe->opcode == MLX5_OPCODE_ATOMIC_FA;
}

bool send_wqe_has_answer(const struct send_wqe *wqe)
{
	return wqe->opcode == MLX5_OPCODE_RDMA_READ || send_wqe_is_atomic(wqe);
}

static bool is_write(const struct send_wqe *wqe)
{
	return wqe->opcode == MLX5_OPCODE_RDMA_WRITE ||
	       wqe->opcode == MLX5_OPCODE_RDMA_WRITE_IMM;
}

static bool is_send(const struct send_wqe *wqe)
{
	return wqe->opcode == MLX5_OPCODE_SEND || wqe->opcode == MLX5_OPCODE_SEND_IMM ||
	       wqe->opcode == MLX5_OPCODE_SEND_INVAL;
}

bool send_wqe_has_remote_address(const struct send_wqe *wqe)
{
	return is_write(wqe) || send_wqe_has_answer(wqe);
}

static bool is_packet_queue(const struct qp *qp)
{
	return qp->type == IB_UVERBS_QPT_RAW_PACKET || qp->underlay;
}

bool send_wqe_is_remote(const struct qp *qp, const struct send_wqe *wqe)
{
	return !is_packet_queue(qp) && (is_send(wqe) || send_wqe_has_remote_address(wqe));
}

bool send_wqe_is_packet(const struct qp *qp, const struct send_wqe *wqe)
{
	return qp->type == IB_UVERBS_QPT_RAW_PACKET &&
	       (wqe->opcode == MLX5_OPCODE_SEND || wqe->opcode == MLX5_OPCODE_TSO);
}

/* IBTA 9.3.1, table 9: the operations of each type. NOP and UMR are local to the device. */
static bool is_operation_of(const struct qp *qp, const struct send_wqe *wqe)
{
	if (wqe->opcode == MLX5_OPCODE_NOP)
		return true;
	if (is_packet_queue(qp))
		return wqe->opcode == MLX5_OPCODE_SEND || wqe->opcode == MLX5_OPCODE_TSO;
	switch (qp->type) {
	case IB_UVERBS_QPT_UD:
		return wqe->opcode == MLX5_OPCODE_SEND || wqe->opcode == MLX5_OPCODE_SEND_IMM;
	case IB_UVERBS_QPT_UC:
		return is_send(wqe) || is_write(wqe) || wqe->opcode == MLX5_OPCODE_UMR;
	default:
		return is_send(wqe) || send_wqe_has_remote_address(wqe) ||
		       wqe->opcode == MLX5_OPCODE_UMR;
	}
}

/*
 * Every entry contains its position. If the position is wrong, the entry was overwritten, or the
 * program and the NIC count differently. Hardware would execute the entry.
 */
static void require_position(const struct qp *qp, const struct send_wqe *wqe)
{
	if (wqe->counter == qp->sq.consumed)
		return;
	fprintf(stderr, "fakeverbs: send entry %u of QP %u says that it is entry %u; doorbell %u\n",
		qp->sq.consumed, qp->qpn, wqe->counter,
		read_doorbell(qp->doorbell, MLX5_SND_DBR) & COUNTER_MASK);
	abort();
}

/* Reads the control segment, with which every entry begins. */
static void read_control(const struct qp *qp, struct wqe_cursor *cursor, struct send_wqe *wqe)
{
	const struct mlx5_wqe_ctrl_seg *ctrl = wqe_cursor_at(cursor);
	uint32_t opcode = be32toh(ctrl->opmod_idx_opcode);

	cursor->segments = be32toh(ctrl->qpn_ds) & SEGMENT_COUNT_MASK;
	wqe->opcode = opcode & OPCODE_MASK;
	wqe->counter = (uint16_t)(opcode >> COUNTER_SHIFT);
	require_position(qp, wqe);
	wqe->blocks = (cursor->segments * SEGMENT_SIZE + MLX5_SEND_WQE_BB - 1) / MLX5_SEND_WQE_BB;
	wqe->signaled = (ctrl->fm_ce_se & COMPLETION_MASK) == MLX5_WQE_CTRL_CQ_UPDATE;
	wqe->solicited = ctrl->fm_ce_se & MLX5_WQE_CTRL_SOLICITED;
	wqe->immediate = ctrl->imm;
	if (!cursor->segments) {
		wqe->syndrome = MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
		wqe->blocks = 1;
	}
	wqe_cursor_skip(cursor, sizeof(*ctrl));
}

void send_wqe_read(const struct qp *qp, struct send_wqe *wqe)
{
	uint64_t index = qp->sq.consumed & (qp->sq.count - 1);
	struct wqe_cursor cursor = {
		.ring = &qp->sq,
		.pos = qp->sq.buf + (index << qp->sq.shift),
		.segments = 1,
	};

	wqe->srqn = 0;
	wqe->syndrome = 0;
	wqe->data.count = 0;
	wqe->data.length = 0;
	read_control(qp, &cursor, wqe);
	if (wqe->syndrome)
		return;
	if (!is_operation_of(qp, wqe))
		wqe->syndrome = MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	else if (wqe->opcode == MLX5_OPCODE_UMR)
		umr_read(&cursor, be32toh(wqe->immediate), &wqe->umr);
	else if (send_wqe_is_remote(qp, wqe) || send_wqe_is_packet(qp, wqe))
		wqe_message_read(qp, &cursor, wqe);
}

void send_wqe_complete(const struct qp *qp, const struct send_wqe *wqe, uint32_t byte_count,
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

void send_wqe_consume(struct qp *qp, const struct send_wqe *wqe)
{
	qp->sq.consumed = (qp->sq.consumed + wqe->blocks) & COUNTER_MASK;
}
