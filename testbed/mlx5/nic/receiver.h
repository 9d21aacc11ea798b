/* SPDX-License-Identifier: Apache-2.0 */
/* The receiving side of a message: whose entries are taken, and who is told. */
#ifndef FAKEVERBS_RECEIVER_H
#define FAKEVERBS_RECEIVER_H

#include "completion.h"
#include "receive.h"

struct pd;
struct qp;
struct srq;
struct work_ring;
struct wq;

struct receiver {
	struct qp *qp;			/* one of these two */
	struct wq *wq;
	struct srq *srq;		/* its entries, if there is one, else those of the ring */
	struct work_ring *ring;
	uint64_t doorbell;
	bool signed_wqes;		/* entries of the ring begin with a signature */
	const struct pd *pd;		/* whose keys count, but for an SRQ's entries */
	struct cq *cq;
	uint32_t resource;
};

/* False on an XRC target if the request names no SRQ of its domain. */
bool receiver_of_qp(struct qp *qp, uint32_t srqn, struct receiver *receiver);

void receiver_of_wq(struct wq *wq, struct receiver *receiver);

void receiver_complete(const struct receiver *receiver, const struct receive *receive,
		       struct completion *completion);

/* Completes the entry in error, and leaves it at that. */
void receiver_refuse(const struct receiver *receiver, const struct receive *receive,
		     uint8_t syndrome);

/* Completes the entry in error, which takes the queue to the error state. */
void receiver_fail(const struct receiver *receiver, const struct receive *receive,
		   uint8_t syndrome);

/* Completes all entries as flushed. */
void receiver_flush(const struct receiver *receiver);

#endif
