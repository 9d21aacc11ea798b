/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts the failed attempts of a reliable requester and decides when it retries: after the RNR
 * timer if the receiver is not ready, or after the timeout if no answer arrives.
 */
#ifndef FAKEVERBS_RETRY_H
#define FAKEVERBS_RETRY_H

#include <stdbool.h>
#include <stdint.h>

struct qp;

/* The state of one queue pair. All fields are zero if its last request was answered. */
struct retry {
	uint64_t not_before;		/* monotonic nanoseconds */
	uint8_t unanswered;		/* consecutive attempts without an answer */
	uint8_t rnr_naks;		/* RNR NAKs of the current request */
};

/* Returns whether the time of the next attempt has not yet come. */
bool retry_is_waiting(const struct qp *qp);

/* Returns whether the request has had its last attempt without an answer. */
bool retry_is_exhausted(const struct qp *qp);

/* Counts an attempt without an answer and starts the timeout. */
void retry_after_silence(struct qp *qp);

/* Counts an RNR NAK and starts the timer for its code. Returns false if the retries are exhausted. */
bool retry_after_rnr(struct qp *qp, uint8_t timer);

/* Resets the state after an answer. */
void retry_reset(struct qp *qp);

#endif
