/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers of objects: handles, QP numbers, SRQ numbers, memory keys. A freed number is reused as
 * late as possible, so that stale numbers find no object for a long time.
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

/* 0 is never allocated, because callers use it for "none". The first number must be at least 1. */
#define IDSPACE(first_id, limit_id) { .first = (first_id), .limit = (limit_id), .next = (first_id) }

/* Allocates a number for the object. Returns 0 if all numbers are in use. */
uint32_t idspace_add(struct idspace *ids, void *object);
void *idspace_find(const struct idspace *ids, uint32_t id);
void idspace_remove(struct idspace *ids, uint32_t id);

#endif
