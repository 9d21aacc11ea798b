/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A position in an entry of a send queue. Entries consist of segments of 16 bytes and may wrap to the
 * start of the ring.
 */
#ifndef FAKEVERBS_WQE_CURSOR_H
#define FAKEVERBS_WQE_CURSOR_H

#include "qp.h"

#define SEGMENT_SIZE 16u

struct wqe_cursor {
	const struct work_ring *ring;
	uint64_t pos;
	uint32_t segments;		/* remaining in the entry */
};

static inline uint64_t wqe_ring_size(const struct work_ring *ring)
{
	return (uint64_t)ring->count << ring->shift;
}

static inline uint64_t wqe_ring_end(const struct work_ring *ring)
{
	return ring->buf + wqe_ring_size(ring);
}

static inline const void *wqe_cursor_at(const struct wqe_cursor *cursor)
{
	return (const void *)(uintptr_t)cursor->pos;
}

/* Skips this many bytes, in whole segments. Stops at the end of a malformed entry. */
static inline void wqe_cursor_skip(struct wqe_cursor *cursor, uint64_t bytes)
{
	uint64_t segments = (bytes + SEGMENT_SIZE - 1) / SEGMENT_SIZE;

	segments = min_u64(segments, cursor->segments);
	cursor->pos += segments * SEGMENT_SIZE;
	if (cursor->pos >= wqe_ring_end(cursor->ring))
		cursor->pos -= wqe_ring_size(cursor->ring);
	cursor->segments -= (uint32_t)segments;
}

#endif
