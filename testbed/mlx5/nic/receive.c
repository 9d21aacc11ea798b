/* SPDX-License-Identifier: Apache-2.0 */
#include "receive.h"

#include <infiniband/mlx5dv.h>

#include "receiver.h"
#include "srq.h"
#include "work_ring.h"

#define COUNTER_MASK 0xffffu

/* An entry is an array of segments. A link or a signature may precede the data segments. */
static void gather_segments(const struct pd *pd, uint64_t entry, uint32_t shift,
			    unsigned int first, struct receive *receive)
{
	const struct mlx5_wqe_data_seg *segment = (const void *)(uintptr_t)entry;
	uint32_t segments = (1u << shift) / sizeof(*segment);
	uint64_t length, writable;
	uint32_t i;
	void *addr;

	receive->memory.count = 0;
	receive->memory.length = 0;
	receive->length = 0;
	for (i = first; i < segments; i++) {
		length = be32toh(segment[i].byte_count);
		if (be32toh(segment[i].lkey) == MLX5_INVALID_LKEY)
			break;
		writable = length;
		addr = memory_begin(pd, be32toh(segment[i].lkey), be64toh(segment[i].addr),
				    IBV_ACCESS_LOCAL_WRITE, &writable);
		if (receive->memory.length == receive->length && writable)
			pieces_add(&receive->memory, addr, writable);
		receive->length += length;
	}
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

static uint64_t entry_of_srq(const struct srq_ring *ring)
{
	return ring->buf + ((uint64_t)ring->head << ring->shift);
}

static bool peek_srq(const struct srq *srq, struct receive *receive)
{
	const struct srq_ring *ring = &srq->ring;

	if (!available(ring->doorbell, ring->consumed))
		return false;
	receive->counter = (uint16_t)ring->head;
	gather_segments(srq->pd, entry_of_srq(ring), ring->shift, 1, receive);
	return true;
}

static void consume_from_srq(struct srq *srq)
{
	struct srq_ring *ring = &srq->ring;
	const struct mlx5_wqe_srq_next_seg *link = (const void *)(uintptr_t)entry_of_srq(ring);

	ring->head = be16toh(link->next_wqe_index) & (ring->count - 1);
	ring->consumed = (ring->consumed + 1) & COUNTER_MASK;
	check_limit(srq);
}

static bool peek_ring(const struct receiver *receiver, struct receive *receive)
{
	const struct work_ring *ring = receiver->ring;
	uint64_t entry;

	if (!ring->count || !available(receiver->doorbell, ring->consumed))
		return false;
	receive->counter = (uint16_t)(ring->consumed & (ring->count - 1));
	entry = ring->buf + ((uint64_t)receive->counter << ring->shift);
	gather_segments(receiver->pd, entry, ring->shift, receiver->signed_wqes, receive);
	return true;
}

bool receive_peek(const struct receiver *receiver, struct receive *receive)
{
	return receiver->srq ? peek_srq(receiver->srq, receive) : peek_ring(receiver, receive);
}

bool receive_take(const struct receiver *receiver, struct receive *receive)
{
	if (!receive_peek(receiver, receive))
		return false;
	if (receiver->srq)
		consume_from_srq(receiver->srq);
	else
		receiver->ring->consumed = (receiver->ring->consumed + 1) & COUNTER_MASK;
	return true;
}

uint8_t receive_check(const struct receive *receive, uint64_t length)
{
	if (length <= receive->memory.length)
		return 0;
	return receive->memory.length < receive->length ? MLX5_CQE_SYNDROME_LOCAL_PROT_ERR :
							  MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR;
}
