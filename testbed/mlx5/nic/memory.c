/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"

#include <infiniband/verbs.h>

#include "mr.h"
#include "mw.h"
#include "nic.h"

bool pieces_add(struct pieces *pieces, void *addr, uint64_t length)
{
	if (pieces->count == MAX_PIECES)
		return false;
	if (length)
		pieces->piece[pieces->count++] = (struct piece) { addr, length };
	pieces->length += length;
	return true;
}

void pieces_copy(const struct pieces *to, uint64_t offset, const struct pieces *from,
		 uint64_t length)
{
	const struct piece *dst = to->piece, *dst_end = to->piece + to->count;
	const struct piece *src = from->piece, *src_end = from->piece + from->count;
	uint64_t src_offset = 0, chunk;

	while (dst < dst_end && offset >= dst->length)
		offset -= dst++->length;
	while (length && dst < dst_end && src < src_end) {
		chunk = min_u64(dst->length - offset, src->length - src_offset);
		chunk = min_u64(chunk, length);
		memmove((char *)dst->addr + offset, (char *)src->addr + src_offset, chunk);
		nic_counters.bytes += chunk;
		length -= chunk;
		offset += chunk;
		src_offset += chunk;
		if (offset == dst->length) {
			dst++;
			offset = 0;
		}
		if (src_offset == src->length) {
			src++;
			src_offset = 0;
		}
	}
}

void pieces_read(const struct pieces *from, uint64_t offset, void *to, uint64_t length)
{
	const struct piece *piece;
	uint64_t chunk;
	char *next = to;

	for (piece = from->piece; length && piece < from->piece + from->count; piece++) {
		if (offset >= piece->length) {
			offset -= piece->length;
			continue;
		}
		chunk = min_u64(piece->length - offset, length);
		memcpy(next, (const char *)piece->addr + offset, chunk);
		next += chunk;
		length -= chunk;
		offset = 0;
	}
}

static bool covers(uint64_t start, uint64_t size, uint64_t addr, uint64_t length)
{
	return addr >= start && length <= size && addr - start <= size - length;
}

static void *in_region(const struct mr *mr, uint64_t addr, uint64_t length)
{
	if (!covers(mr->iova, mr->length, addr, length))
		return NULL;
	return (void *)(uintptr_t)(mr->addr + (addr - mr->iova));
}

static const struct mr *find(const struct pd *pd, uint32_t lkey, uint32_t access)
{
	const struct mr *mr = mr_by_key(lkey);

	return mr && mr->pd == pd && !(access & ~mr->access) ? mr : NULL;
}

bool memory_permits(const struct pd *pd, uint32_t lkey, uint32_t access)
{
	return find(pd, lkey, access);
}

void *memory_local(const struct pd *pd, uint32_t lkey, uint64_t addr, uint64_t length,
		   uint32_t access)
{
	const struct mr *mr = find(pd, lkey, access);

	return mr ? in_region(mr, addr, length) : NULL;
}

void *memory_begin(const struct pd *pd, uint32_t lkey, uint64_t addr, uint32_t access,
		   uint64_t *length)
{
	const struct mr *mr = find(pd, lkey, access);

	if (!mr || !covers(mr->iova, mr->length, addr, 0)) {
		*length = 0;
		return NULL;
	}
	*length = min_u64(*length, mr->length - (addr - mr->iova));
	return in_region(mr, addr, *length);
}

/* IBTA 10.6.7.2.3: one queue pair may use a type 2B window, its whole domain a type 1 window. */
static void *in_window(const struct mw *mw, const struct pd *pd, uint32_t qpn, uint64_t addr,
		       uint64_t length, uint32_t access)
{
	const struct mw_binding *binding = &mw->binding;

	if (!binding->mr || mw->pd != pd || access & ~binding->access)
		return NULL;
	if (mw->type == IBV_MW_TYPE_2 && binding->qpn != qpn)
		return NULL;
	if (!covers(binding->start, binding->length, addr, length))
		return NULL;
	return in_region(binding->mr, binding->addr + (addr - binding->start), length);
}

void *memory_remote(const struct pd *pd, uint32_t qpn, uint32_t rkey, uint64_t addr,
		    uint64_t length, uint32_t access)
{
	const struct mw *mw = mw_by_key(rkey);

	if (mw)
		return in_window(mw, pd, qpn, addr, length, access);
	return memory_local(pd, rkey, addr, length, access);
}
