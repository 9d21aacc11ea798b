/* SPDX-License-Identifier: Apache-2.0 */
/* Receive entries, which name the memory for an incoming message. */
#ifndef FAKEVERBS_RECEIVE_H
#define FAKEVERBS_RECEIVE_H

#include "memory.h"

struct receiver;

enum receive_result {
	RECEIVE_TAKEN,
	RECEIVE_NONE,			/* no entry is posted */
	RECEIVE_BAD_KEY,		/* an entry was taken, but its memory is not writable */
};

struct receive {
	struct pieces memory;
	uint16_t counter;		/* identifies the entry in its completion */
};

/* Takes the next entry of the receiver. May raise the limit event of an SRQ. */
enum receive_result receive_take(const struct receiver *receiver, struct receive *receive);

#endif
