#include "memory.h"

#include "mr.h"
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

void *memory_translate(uint32_t key, uint64_t addr, uint64_t length, uint32_t access)
{
	const struct mr *mr = mr_by_key(key);

	if (!mr || access & ~mr->access)
		return NULL;
	if (addr + length < addr || addr < mr->iova || addr + length > mr->iova + mr->length)
		return NULL;
	return (void *)(uintptr_t)(mr->addr + (addr - mr->iova));
}
