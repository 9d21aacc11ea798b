#include "receive.h"

#include <infiniband/mlx5dv.h>

#include "qp.h"
#include "srq.h"

#define COUNTER_MASK 0xffffu

/* Entries are arrays of segments; in front of the data ones there may be a link or a signature. */
static enum receive_result gather_segments(uint64_t entry, uint32_t shift, unsigned int first,
					   struct pieces *memory)
{
	const struct mlx5_wqe_data_seg *segment = (const void *)(uintptr_t)entry;
	uint32_t segments = (1u << shift) / sizeof(*segment);
	uint32_t i, length;
	void *addr;

	memory->count = 0;
	memory->length = 0;
	for (i = first; i < segments; i++) {
		length = be32toh(segment[i].byte_count);
		if (be32toh(segment[i].lkey) == MLX5_INVALID_LKEY)
			break;
		if (!length)
			continue;
		addr = memory_translate(be32toh(segment[i].lkey), be64toh(segment[i].addr), length,
					IBV_ACCESS_LOCAL_WRITE);
		if (!addr || !pieces_add(memory, addr, length))
			return RECEIVE_BAD_KEY;
	}
	return RECEIVE_TAKEN;
}

static bool is_empty(uint64_t doorbell, uint32_t consumed)
{
	uint32_t posted = read_doorbell(doorbell, MLX5_RCV_DBR);

	return !((posted - consumed) & COUNTER_MASK);
}

static enum receive_result take_from_srq(struct srq_ring *ring, struct receive *receive)
{
	const struct mlx5_wqe_srq_next_seg *link;
	uint64_t entry = ring->buf + ((uint64_t)ring->head << ring->shift);

	if (is_empty(ring->doorbell, ring->consumed))
		return RECEIVE_NONE;
	receive->counter = (uint16_t)ring->head;
	link = (const void *)(uintptr_t)entry;
	ring->head = be16toh(link->next_wqe_index) & (ring->count - 1);
	ring->consumed = (ring->consumed + 1) & COUNTER_MASK;
	return gather_segments(entry, ring->shift, 1, &receive->memory);
}

static enum receive_result take_from_rq(struct qp *qp, struct receive *receive)
{
	struct work_ring *ring = &qp->rq;
	uint64_t entry;

	if (!ring->count || is_empty(qp->doorbell, ring->consumed))
		return RECEIVE_NONE;
	receive->counter = (uint16_t)(ring->consumed & (ring->count - 1));
	entry = ring->buf + ((uint64_t)receive->counter << ring->shift);
	ring->consumed = (ring->consumed + 1) & COUNTER_MASK;
	return gather_segments(entry, ring->shift, qp->signed_wqes, &receive->memory);
}

enum receive_result receive_take(struct qp *qp, struct srq *srq, struct receive *receive)
{
	return srq ? take_from_srq(&srq->ring, receive) : take_from_rq(qp, receive);
}
