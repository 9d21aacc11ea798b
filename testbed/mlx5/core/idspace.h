/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers for objects: handles, QP numbers, SRQ numbers, memory keys. A freed number is given out
 * again as late as possible, so that a stale one keeps answering "no such object".
 */
#ifndef FAKEVERBS_IDSPACE_H
#define FAKEVERBS_IDSPACE_H

#include <stdint.h>

struct idspace {
	const uint32_t first;
	const uint32_t limit;		/* one above the greatest number */
	uint32_t next;
	void **slots;			/* limit pointers, allocated on first use */
};

/* Never gives out 0, which the callers use for "none": first must be at least 1. */
#define IDSPACE(first_id, limit_id) { .first = (first_id), .limit = (limit_id), .next = (first_id) }

/* Returns the number that now stands for the object, or 0 when all are taken. */
uint32_t idspace_add(struct idspace *ids, void *object);
void *idspace_find(const struct idspace *ids, uint32_t id);
void idspace_remove(struct idspace *ids, uint32_t id);

#endif
