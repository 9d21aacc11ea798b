#ifndef FAKEVERBS_RECEIVE_H
#define FAKEVERBS_RECEIVE_H

#include "memory.h"

struct qp;
struct srq;

enum receive_result {
	RECEIVE_TAKEN,
	RECEIVE_NONE,			/* nothing is posted */
	RECEIVE_BAD_KEY,		/* taken, but its memory may not be written */
};

struct receive {
	struct pieces memory;
	uint16_t counter;		/* names the entry in its completion */
};

/*
 * Takes the next receive entry, of the SRQ if there is one, else of the queue pair. Its keys are
 * those of the domain that the queue is in. An SRQ may tell that it runs low.
 */
enum receive_result receive_take(struct qp *qp, struct srq *srq, struct receive *receive);

#endif
