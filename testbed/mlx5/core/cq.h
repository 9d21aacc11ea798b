/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_CQ_H
#define FAKEVERBS_CQ_H

#include "uobject.h"

struct channel;

/* The ring of completions in the program's memory, and the NIC's position in it. */
struct cq_ring {
	uint64_t buf;
	uint64_t doorbell;		/* two words: consumer index, arm record */
	uint32_t count;			/* a power of two */
	uint32_t cqe_size;
	uint32_t produced;
	uint32_t solicited;		/* the value of produced after the last solicited completion */
	uint32_t resizes;		/* resizes since the consumer index was resizes_since */
	uint32_t resizes_since;
	int answered_arm;		/* sequence number of the last arm record that was served, or CQ_NEVER_ARMED */
};

struct cq {
	struct uobject uobj;
	struct list_head nic_node;	/* in nic_cqs */
	struct channel *channel;	/* completion channel, or NULL */
	uint32_t comp_events;		/* completion events sent to the channel */
	bool ignores_overrun;		/* new completions overwrite those not yet polled */
	bool overrun;			/* the queue has failed: no more completions are written */
	struct cq_ring ring;
};

/* A request for a completion queue. */
struct cq_init {
	uint64_t user_handle;
	uint32_t cqe;
	uint32_t comp_vector;
	uint32_t flags;			/* enum ib_uverbs_ex_create_cq_flags */
	struct channel *channel;
	struct channel *async;		/* NULL for the queue of the context */
};

#define CQ_NEVER_ARMED (-1)
#define CQE_SIZE 64

extern const struct uobject_type cq_type;

/* Returns the number of completions that the queue holds, which is the size granted. */
static inline uint32_t cq_capacity(const struct cq *cq)
{
	return cq->ring.count - 1;
}

/* Returns the number of completions that the program has not polled, by its doorbell record. */
uint32_t cq_outstanding(const struct cq *cq);

/*
 * Switches the NIC to a new ring, as the hardware does on a resize. A CQE with these last eight
 * bits (opcode and owner) ends the old ring. The library copies the completions that it has not
 * polled, up to that CQE.
 */
void cq_switch_ring(struct cq *cq, uint64_t buf, uint32_t cqe_size, uint32_t count,
		    uint8_t op_own);

/* Returns the owner bit of the next CQE. The bit changes with each pass over the ring. */
static inline bool cq_owner_bit(const struct cq *cq)
{
	return cq->ring.produced & cq->ring.count;
}

/* Returns the address of the next CQE. A larger CQE uses only its last 64 bytes. */
static inline void *cq_next_cqe(const struct cq *cq)
{
	uint64_t index = cq->ring.produced & (cq->ring.count - 1);

	return (void *)(uintptr_t)(cq->ring.buf + (index + 1) * cq->ring.cqe_size - CQE_SIZE);
}

/* Sends the completion event. Returns false if the CQ has no channel or the channel is full. */
bool cq_completion_event(struct cq *cq);

#endif
