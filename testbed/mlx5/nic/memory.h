/* SPDX-License-Identifier: Apache-2.0 */
/* The program's memory as the NIC sees it: through keys, and in pieces. */
#ifndef FAKEVERBS_MEMORY_H
#define FAKEVERBS_MEMORY_H

#include <endian.h>

#include "util.h"

struct pd;

/* A WQE has at most 63 segments of 16 bytes, and an inline one may be split where the ring ends. */
#define MAX_PIECES 64

struct piece {
	void *addr;
	uint64_t length;
};

struct pieces {
	struct piece piece[MAX_PIECES];
	unsigned int count;
	uint64_t length;		/* of all together */
};

/* Adds a piece; false when there are too many. */
bool pieces_add(struct pieces *pieces, void *addr, uint64_t length);

/* Copies length bytes to the given offset; what does not fit is dropped. */
void pieces_copy(const struct pieces *to, uint64_t offset, const struct pieces *from,
		 uint64_t length);

/* Copies length bytes from the given offset on; what is not there is left out. */
void pieces_read(const struct pieces *from, uint64_t offset, void *to, uint64_t length);

/*
 * The memory behind the key of a region, or NULL if the region is of another domain, does not cover
 * the range or does not grant the access (enum ibv_access_flags).
 */
void *memory_local(const struct pd *pd, uint32_t lkey, uint64_t addr, uint64_t length,
		   uint32_t access);

/* The same for a request that came in on that queue pair, whose key may be one of a window. */
void *memory_remote(const struct pd *pd, uint32_t qpn, uint32_t rkey, uint64_t addr,
		    uint64_t length, uint32_t access);

/* A word of a doorbell record, which the program writes in big endian. */
static inline uint32_t read_doorbell(uint64_t doorbell, unsigned int word)
{
	const uint32_t *words = (const uint32_t *)(uintptr_t)doorbell;

	return be32toh(__atomic_load_n(&words[word], __ATOMIC_ACQUIRE));
}

#endif
