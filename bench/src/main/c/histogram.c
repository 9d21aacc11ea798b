/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram.h"

#include <inttypes.h>

static uint64_t middle(uint32_t bucket)
{
	uint32_t shift;

	if (bucket < SUB_COUNT)
		return bucket;
	shift = bucket / SUB_COUNT - 1;
	return (((uint64_t)SUB_COUNT + bucket % SUB_COUNT) << shift) + ((UINT64_C(1) << shift) >> 1);
}

void histogram_print(const struct histogram *h, FILE *to)
{
	const char *separator = "";

	fputc('[', to);
	for (uint32_t i = 0; i < BUCKETS; i++) {
		if (!h->counts[i])
			continue;
		fprintf(to, "%s[%" PRIu64 ",%" PRIu64 "]", separator, middle(i), h->counts[i]);
		separator = ",";
	}
	fputc(']', to);
}
