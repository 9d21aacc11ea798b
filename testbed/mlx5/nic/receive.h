/* SPDX-License-Identifier: Apache-2.0 */
/* Receive entries: where a message that comes in may be written. */
#ifndef FAKEVERBS_RECEIVE_H
#define FAKEVERBS_RECEIVE_H

#include "memory.h"

struct receiver;

enum receive_result {
	RECEIVE_TAKEN,
	RECEIVE_NONE,			/* nothing is posted */
	RECEIVE_BAD_KEY,		/* taken, but its memory may not be written */
};

struct receive {
	struct pieces memory;
	uint16_t counter;		/* names the entry in its completion */
};

/* Takes the next entry of the receiver. An SRQ may tell that it runs low. */
enum receive_result receive_take(const struct receiver *receiver, struct receive *receive);

#endif
