/* The receiving side of a request: whose entries are taken, and who is told. */
#ifndef FAKEVERBS_RECEIVER_H
#define FAKEVERBS_RECEIVER_H

#include "completion.h"
#include "receive.h"

struct pd;

struct receiver {
	struct qp *qp;
	struct srq *srq;		/* or NULL */
	struct cq *cq;
	const struct pd *pd;		/* whose keys count */
	uint32_t resource;
};

/* False on an XRC target if the request names no SRQ of its domain. */
bool receiver_find(struct qp *qp, uint32_t srqn, struct receiver *receiver);

void receiver_complete(const struct receiver *receiver, const struct receive *receive,
		       struct completion *completion);

/* Completes the entry in error. */
void receiver_fail(const struct receiver *receiver, const struct receive *receive,
		   uint8_t syndrome);

#endif
