#include "send_wqe.h"

#include <infiniband/mlx5dv.h>

#include "qp.h"

#define SEGMENT_SIZE 16u
#define COUNTER_MASK 0xffffu
#define NUMBER_MASK 0xffffffu

/* struct mlx5_wqe_ctrl_seg: fields of its words */
#define OPCODE_MASK 0xffu
#define COUNTER_SHIFT 8
#define SEGMENT_COUNT_MASK 0x3fu
#define COMPLETION_MASK (3u << 2)

#define INLINE_LENGTH_MASK 0x3fffffffu

/* A position in an entry, which may wrap around the end of its ring, and what is left of it. */
struct cursor {
	const struct work_ring *ring;
	uint64_t pos;
	uint32_t segments;
};

static uint64_t ring_end(const struct work_ring *ring)
{
	return ring->buf + ((uint64_t)ring->count << ring->shift);
}

static const void *cursor_at(const struct cursor *cursor)
{
	return (const void *)(uintptr_t)cursor->pos;
}

/* Steps over that many segments; a malformed entry ends early. */
static void cursor_skip(struct cursor *cursor, uint32_t segments)
{
	segments = (uint32_t)min_u64(segments, cursor->segments);
	cursor->pos += segments * SEGMENT_SIZE;
	if (cursor->pos >= ring_end(cursor->ring))
		cursor->pos -= (uint64_t)cursor->ring->count << cursor->ring->shift;
	cursor->segments -= segments;
}

bool send_wqe_pending(const struct qp *qp)
{
	return qp->sq.count &&
	       (read_doorbell(qp->doorbell, MLX5_SND_DBR) & COUNTER_MASK) != qp->sq.consumed;
}

static bool is_atomic(uint8_t opcode)
{
	return opcode == MLX5_OPCODE_ATOMIC_CS || opcode == MLX5_OPCODE_ATOMIC_FA;
}

static bool has_remote_address(uint8_t opcode)
{
	return opcode == MLX5_OPCODE_RDMA_WRITE || opcode == MLX5_OPCODE_RDMA_WRITE_IMM ||
	       opcode == MLX5_OPCODE_RDMA_READ || is_atomic(opcode);
}

static bool is_send(uint8_t opcode)
{
	return opcode == MLX5_OPCODE_SEND || opcode == MLX5_OPCODE_SEND_IMM ||
	       opcode == MLX5_OPCODE_SEND_INVAL;
}

bool send_wqe_is_remote(const struct qp *qp, const struct send_wqe *wqe)
{
	if (qp->type == IB_UVERBS_QPT_RAW_PACKET || qp->underlay)
		return false;
	return is_send(wqe->opcode) || has_remote_address(wqe->opcode);
}

/* The answer to a read or an atomic is written into the local memory. */
static uint32_t local_access(uint8_t opcode)
{
	return opcode == MLX5_OPCODE_RDMA_READ || is_atomic(opcode) ? IBV_ACCESS_LOCAL_WRITE : 0;
}

/* The control segment, which every entry begins with. */
static void read_control(struct cursor *cursor, struct send_wqe *wqe)
{
	const struct mlx5_wqe_ctrl_seg *ctrl = cursor_at(cursor);
	uint32_t opcode = be32toh(ctrl->opmod_idx_opcode);

	cursor->segments = be32toh(ctrl->qpn_ds) & SEGMENT_COUNT_MASK;
	wqe->opcode = opcode & OPCODE_MASK;
	wqe->counter = (uint16_t)(opcode >> COUNTER_SHIFT);
	wqe->blocks = (cursor->segments * SEGMENT_SIZE + MLX5_SEND_WQE_BB - 1) / MLX5_SEND_WQE_BB;
	wqe->signaled = (ctrl->fm_ce_se & COMPLETION_MASK) == MLX5_WQE_CTRL_CQ_UPDATE;
	wqe->immediate = ctrl->imm;
	if (!cursor->segments) {
		wqe->syndrome = MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
		wqe->blocks = 1;
	}
	cursor_skip(cursor, 1);
}

/* The segment that says where the request goes, on the types that have one. */
static void read_destination(const struct qp *qp, struct cursor *cursor, struct send_wqe *wqe)
{
	const struct mlx5_wqe_datagram_seg *datagram;

	wqe->dest_qpn = qp->attr.dest_qp_num;
	if (qp->type == IB_UVERBS_QPT_XRC_INI) {
		wqe->srqn = be32toh(*(const uint32_t *)cursor_at(cursor)) & NUMBER_MASK;
		cursor_skip(cursor, 1);
	}
	if (qp->type == IB_UVERBS_QPT_UD) {
		datagram = cursor_at(cursor);
		wqe->dest_qpn = be32toh(datagram->av.dqp_dct) & NUMBER_MASK;
		cursor_skip(cursor, sizeof(*datagram) / SEGMENT_SIZE);
	}
}

static void read_remote_address(struct cursor *cursor, struct send_wqe *wqe)
{
	const struct mlx5_wqe_raddr_seg *remote = cursor_at(cursor);
	const struct mlx5_wqe_atomic_seg *atomic;

	wqe->remote_addr = be64toh(remote->raddr);
	wqe->rkey = be32toh(remote->rkey);
	cursor_skip(cursor, 1);
	if (is_atomic(wqe->opcode)) {
		atomic = cursor_at(cursor);
		wqe->swap_add = be64toh(atomic->swap_add);
		wqe->compare = be64toh(atomic->compare);
		cursor_skip(cursor, 1);
	}
}

/* Inline data follows its length, and may go on at the start of the ring. */
static void read_inline(struct cursor *cursor, struct send_wqe *wqe)
{
	const uint32_t *header = cursor_at(cursor);
	uint64_t length = be32toh(*header) & INLINE_LENGTH_MASK;
	uint64_t begin = cursor->pos + sizeof(*header);
	uint64_t before_end;

	length = min_u64(length, cursor->segments * SEGMENT_SIZE - sizeof(*header));
	before_end = min_u64(length, ring_end(cursor->ring) - begin);
	pieces_add(&wqe->data, (void *)(uintptr_t)begin, before_end);
	pieces_add(&wqe->data, (void *)(uintptr_t)cursor->ring->buf, length - before_end);
	cursor_skip(cursor, (uint32_t)((sizeof(*header) + length + SEGMENT_SIZE - 1) /
				       SEGMENT_SIZE));
}

static void read_data(struct cursor *cursor, struct send_wqe *wqe)
{
	const struct mlx5_wqe_data_seg *segment;
	uint32_t length;
	void *addr;

	while (cursor->segments) {
		segment = cursor_at(cursor);
		length = be32toh(segment->byte_count);
		if (length & MLX5_INLINE_SEG) {
			read_inline(cursor, wqe);
			continue;
		}
		cursor_skip(cursor, 1);
		if (!length)
			continue;
		addr = memory_translate(be32toh(segment->lkey), be64toh(segment->addr), length,
					local_access(wqe->opcode));
		if (!addr || !pieces_add(&wqe->data, addr, length)) {
			wqe->syndrome = MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
			return;
		}
	}
}

void send_wqe_read(const struct qp *qp, struct send_wqe *wqe)
{
	uint64_t index = qp->sq.consumed & (qp->sq.count - 1);
	struct cursor cursor = {
		.ring = &qp->sq,
		.pos = qp->sq.buf + (index << qp->sq.shift),
		.segments = 1,
	};

	wqe->srqn = 0;
	wqe->syndrome = 0;
	wqe->data.count = 0;
	wqe->data.length = 0;
	read_control(&cursor, wqe);
	if (wqe->syndrome || !send_wqe_is_remote(qp, wqe))
		return;
	read_destination(qp, &cursor, wqe);
	if (has_remote_address(wqe->opcode))
		read_remote_address(&cursor, wqe);
	read_data(&cursor, wqe);
}
