/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How often the requester of a reliable queue pair tries in vain, and when it tries again: after
 * the RNR timer of a receiver that is not ready, and after the timeout of one that says nothing.
 */
#ifndef FAKEVERBS_RETRY_H
#define FAKEVERBS_RETRY_H

#include <stdbool.h>
#include <stdint.h>

struct qp;

/* Of one queue pair; all zero when its last request was answered. */
struct retry {
	uint64_t not_before;		/* monotonic nanoseconds */
	uint8_t unanswered;		/* attempts in a row that met silence */
	uint8_t rnr_naks;		/* attempts in a row that met a receiver not ready */
};

/* Whether the next attempt is still to come. */
bool retry_is_waiting(const struct qp *qp);

/* Whether the wait for an answer to the last attempt is over, and with it the request. */
bool retry_is_exhausted(const struct qp *qp);

/* Nobody answered. */
void retry_after_silence(struct qp *qp);

/* The receiver asks to wait for its RNR timer (a code); false when that was once too often. */
bool retry_after_rnr(struct qp *qp, uint8_t timer);

/* The request was answered. */
void retry_reset(struct qp *qp);

#endif
