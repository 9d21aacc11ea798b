/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_SRQ_H
#define FAKEVERBS_SRQ_H

#include "uobject.h"

struct cq;
struct pd;
struct xrcd_handle;

/* A linked list of receive entries in the program's memory, which the NIC consumes. */
struct srq_ring {
	uint64_t buf;
	uint64_t doorbell;		/* one word: number of entries posted so far */
	uint32_t count;			/* a power of two */
	uint32_t shift;			/* log2 of the entry size */
	uint32_t head;			/* index of the next entry */
	uint32_t consumed;		/* number of entries consumed so far, modulo 2^16 */
};

struct srq {
	struct uobject uobj;
	uint32_t srqn;
	uint32_t type;			/* enum ib_uverbs_srq_type */
	uint32_t max_sge;
	uint32_t limit;			/* the value that a query returns */
	bool limit_armed;
	uint32_t uidx;			/* mlx5: identifies the SRQ in completions */
	struct pd *pd;
	struct cq *cq;			/* XRC only */
	struct xrcd_handle *xrcd;	/* XRC only */
	struct srq_ring ring;
};

/* A request to create a shared receive queue. The driver writes the granted sizes into it. */
struct srq_init {
	uint64_t user_handle;
	uint32_t type;
	uint32_t max_wr;
	uint32_t max_sge;
	uint32_t limit;
	struct pd *pd;
	struct cq *cq;
	struct xrcd_handle *xrcd;
	struct channel *async;
};

extern const struct uobject_type srq_type;

/* Returns the SRQ with this number, or NULL. */
struct srq *srq_by_number(uint32_t srqn);

#endif
