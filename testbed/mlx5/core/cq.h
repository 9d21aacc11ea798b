/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_CQ_H
#define FAKEVERBS_CQ_H

#include "uobject.h"

struct channel;

/* Where the program keeps the completions, and how far the NIC has got in there. */
struct cq_ring {
	uint64_t buf;
	uint64_t doorbell;		/* two words: consumer index, arm record */
	uint32_t count;			/* a power of two */
	uint32_t cqe_size;
	uint32_t produced;
	uint32_t solicited;		/* as many were produced with the last solicited one */
	uint32_t resizes;		/* since the consumer index was this one */
	uint32_t resizes_since;
	int answered_arm;		/* sequence number of the last arm record that was served */
};

struct cq {
	struct uobject uobj;
	struct list_head nic_node;	/* in nic_cqs */
	struct channel *channel;	/* completion channel, or NULL */
	uint32_t comp_events;		/* sent to it */
	bool ignores_overrun;		/* new completions replace those that were not polled */
	bool overrun;			/* lost: nothing is written any more */
	struct cq_ring ring;
};

/* A request for a completion queue. */
struct cq_init {
	uint64_t user_handle;
	uint32_t cqe;
	uint32_t comp_vector;
	uint32_t flags;			/* enum ib_uverbs_ex_create_cq_flags */
	struct channel *channel;
	struct channel *async;		/* or NULL for the context's */
};

#define CQ_NEVER_ARMED (-1)
#define CQE_SIZE 64

extern const struct uobject_type cq_type;

/* Number of completions the queue holds; what the program is granted. */
static inline uint32_t cq_capacity(const struct cq *cq)
{
	return cq->ring.count - 1;
}

/* Number of completions that the program has not polled, as its doorbell record says. */
uint32_t cq_outstanding(const struct cq *cq);

/*
 * Lets the NIC go on in a new ring, as the hardware does on a resize: a CQE with these last eight
 * bits (opcode and owner) ends the old ring. The library copies what it has not polled yet until
 * it meets that CQE.
 */
void cq_switch_ring(struct cq *cq, uint64_t buf, uint32_t cqe_size, uint32_t count,
		    uint8_t op_own);

/* The owner bit of the CQE that is written next: it flips with each pass over the ring. */
static inline bool cq_owner_bit(const struct cq *cq)
{
	return cq->ring.produced & cq->ring.count;
}

/* Address of the CQE that is written next. Of a larger one the last 64 bytes are used. */
static inline void *cq_next_cqe(const struct cq *cq)
{
	uint64_t index = cq->ring.produced & (cq->ring.count - 1);

	return (void *)(uintptr_t)(cq->ring.buf + (index + 1) * cq->ring.cqe_size - CQE_SIZE);
}

/* Sends the completion event; false when the queue has no channel or it is full. */
bool cq_completion_event(struct cq *cq);

#endif
