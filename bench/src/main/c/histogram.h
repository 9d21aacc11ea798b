/* SPDX-License-Identifier: Apache-2.0 */
/* Counts times: exactly up to 64 ns, and to within 1/64 of the value above. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>
#include <stdio.h>

#define SUB_BITS 6
#define SUB_COUNT (1u << SUB_BITS)
#define BUCKETS ((64 - SUB_BITS + 1) * SUB_COUNT)

struct histogram {
	uint64_t counts[BUCKETS];
};

static inline uint32_t histogram_bucket(uint64_t value)
{
	uint32_t shift;

	if (value < SUB_COUNT)
		return (uint32_t)value;
	shift = 63 - SUB_BITS - (uint32_t)__builtin_clzll(value);
	return (shift + 1) * SUB_COUNT + (uint32_t)((value >> shift) - SUB_COUNT);
}

static inline void histogram_record(struct histogram *h, uint64_t value)
{
	h->counts[histogram_bucket(value)]++;
}

/* Prints a JSON array of [value, count]; the value is the middle of its bucket. */
void histogram_print(const struct histogram *h, FILE *to);

#endif
