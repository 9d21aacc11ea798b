/* SPDX-License-Identifier: Apache-2.0 */
/* Receive entries, which name the memory for an incoming message. */
#ifndef FAKEVERBS_RECEIVE_H
#define FAKEVERBS_RECEIVE_H

#include "memory.h"

struct receiver;

struct receive {
	struct pieces memory;		/* ends before the first byte that is not writable */
	uint64_t length;		/* of all elements */
	uint16_t counter;		/* identifies the entry in its completion */
};

/* Reads the next entry of the receiver. Returns false if none is posted. */
bool receive_peek(const struct receiver *receiver, struct receive *receive);

/* The same, and takes the entry. May raise the limit event of an SRQ. */
bool receive_take(const struct receiver *receiver, struct receive *receive);

/* Returns the syndrome of a message that an entry cannot take, or 0. */
uint8_t receive_check(const struct receive *receive, uint64_t length);

#endif
