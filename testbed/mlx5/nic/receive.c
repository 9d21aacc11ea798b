/* SPDX-License-Identifier: Apache-2.0 */
#include "receive.h"

#include <infiniband/mlx5dv.h>

#include "receiver.h"
#include "srq.h"
#include "work_ring.h"

#define COUNTER_MASK 0xffffu

/* An entry is an array of segments. A link or a signature may precede the data segments. */
static enum receive_result gather_segments(const struct pd *pd, uint64_t entry, uint32_t shift,
					   unsigned int first, struct pieces *memory)
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
		addr = memory_local(pd, be32toh(segment[i].lkey), be64toh(segment[i].addr), length,
				    IBV_ACCESS_LOCAL_WRITE);
		if (!addr || !pieces_add(memory, addr, length))
			return RECEIVE_BAD_KEY;
	}
	return RECEIVE_TAKEN;
}

static uint32_t available(uint64_t doorbell, uint32_t consumed)
{
	return (read_doorbell(doorbell, MLX5_RCV_DBR) - consumed) & COUNTER_MASK;
}

/* Raises one event when fewer entries are left than the limit, and disarms it (ibv_modify_srq(3)). */
static void check_limit(struct srq *srq)
{
	const struct srq_ring *ring = &srq->ring;

	if (!srq->limit_armed || available(ring->doorbell, ring->consumed) >= srq->limit)
		return;
	srq->limit_armed = false;
	srq->limit = 0;
	uobject_async_event(&srq->uobj, IBV_EVENT_SRQ_LIMIT_REACHED);
}

static enum receive_result take_from_srq(struct srq *srq, struct receive *receive)
{
	struct srq_ring *ring = &srq->ring;
	const struct mlx5_wqe_srq_next_seg *link;
	uint64_t entry = ring->buf + ((uint64_t)ring->head << ring->shift);

	if (!available(ring->doorbell, ring->consumed))
		return RECEIVE_NONE;
	receive->counter = (uint16_t)ring->head;
	link = (const void *)(uintptr_t)entry;
	ring->head = be16toh(link->next_wqe_index) & (ring->count - 1);
	ring->consumed = (ring->consumed + 1) & COUNTER_MASK;
	check_limit(srq);
	return gather_segments(srq->pd, entry, ring->shift, 1, &receive->memory);
}

static enum receive_result take_from_ring(const struct receiver *receiver,
					  struct receive *receive)
{
	struct work_ring *ring = receiver->ring;
	uint64_t entry;

	if (!ring->count || !available(receiver->doorbell, ring->consumed))
		return RECEIVE_NONE;
	receive->counter = (uint16_t)(ring->consumed & (ring->count - 1));
	entry = ring->buf + ((uint64_t)receive->counter << ring->shift);
	ring->consumed = (ring->consumed + 1) & COUNTER_MASK;
	return gather_segments(receiver->pd, entry, ring->shift, receiver->signed_wqes,
			       &receive->memory);
}

enum receive_result receive_take(const struct receiver *receiver, struct receive *receive)
{
	return receiver->srq ? take_from_srq(receiver->srq, receive) :
			       take_from_ring(receiver, receive);
}
