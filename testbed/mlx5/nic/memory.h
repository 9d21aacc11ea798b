/* SPDX-License-Identifier: Apache-2.0 */
/* The NIC's access to the program's memory, by key and in pieces. */
#ifndef FAKEVERBS_MEMORY_H
#define FAKEVERBS_MEMORY_H

#include <endian.h>

#include "util.h"

struct pd;

/* A WQE has at most 63 segments of 16 bytes. The end of the ring may split an inline segment. */
#define MAX_PIECES 64

struct piece {
	void *addr;
	uint64_t length;
};

struct pieces {
	struct piece piece[MAX_PIECES];
	unsigned int count;
	uint64_t length;		/* of all pieces */
};

/* Adds a piece. Returns false if there are too many. */
bool pieces_add(struct pieces *pieces, void *addr, uint64_t length);

/* Copies length bytes to the given offset, as far as they fit. */
void pieces_copy(const struct pieces *to, uint64_t offset, const struct pieces *from,
		 uint64_t length);

/* Copies length bytes from the given offset, as far as they exist. */
void pieces_read(const struct pieces *from, uint64_t offset, void *to, uint64_t length);

/*
 * Returns the memory for the key of a region. Returns NULL if no region has this key, or if the
 * region belongs to another domain, does not cover the range or does not permit the access (enum
 * ibv_access_flags).
 */
void *memory_local(const struct pd *pd, uint32_t lkey, uint64_t addr, uint64_t length,
		   uint32_t access);

/*
 * Returns the memory for the beginning of a range, and reduces the length to the part that the region
 * covers. The length is 0 if the region does not permit the access.
 */
void *memory_begin(const struct pd *pd, uint32_t lkey, uint64_t addr, uint32_t access,
		   uint64_t *length);

/* Returns whether a key is that of a region of this domain with these rights. */
bool memory_permits(const struct pd *pd, uint32_t lkey, uint32_t access);

/* The same as memory_local for a request that arrived on this queue pair. Its key may also be that of a window. */
void *memory_remote(const struct pd *pd, uint32_t qpn, uint32_t rkey, uint64_t addr,
		    uint64_t length, uint32_t access);

/* Returns a word of a doorbell record, which is big endian. */
static inline uint32_t read_doorbell(uint64_t doorbell, unsigned int word)
{
	const uint32_t *words = (const uint32_t *)(uintptr_t)doorbell;

	return be32toh(__atomic_load_n(&words[word], __ATOMIC_ACQUIRE));
}

#endif
