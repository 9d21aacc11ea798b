/* SPDX-License-Identifier: Apache-2.0 */
/* The receiving side of a message: the source of its receive entries, and the target of completions. */
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
	struct qp *qp;			/* either qp or wq is set */
	struct wq *wq;
	struct srq *srq;		/* the source of entries; NULL for the ring */
	struct work_ring *ring;
	uint64_t doorbell;
	bool signed_wqes;		/* entries of the ring begin with a signature */
	const struct pd *pd;		/* domain of the keys, except those in entries of an SRQ */
	struct cq *cq;
	uint32_t resource;
};

/* Returns false if the queue pair is an XRC target and the request names no SRQ of its domain. */
bool receiver_of_qp(struct qp *qp, uint32_t srqn, struct receiver *receiver);

void receiver_of_wq(struct wq *wq, struct receiver *receiver);

void receiver_complete(const struct receiver *receiver, const struct receive *receive,
		       struct completion *completion);

/* Completes the entry in error. The state of the queue does not change. */
void receiver_refuse(const struct receiver *receiver, const struct receive *receive,
		     uint8_t syndrome);

/* Completes the entry in error and changes the queue to the error state. */
void receiver_fail(const struct receiver *receiver, const struct receive *receive,
		   uint8_t syndrome);

/* Flushes all entries. */
void receiver_flush(const struct receiver *receiver);

#endif
