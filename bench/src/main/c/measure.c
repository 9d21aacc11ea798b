/* SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"

void measured_add(struct measured *m, const struct measured *other, uint32_t threads)
{
	m->iterations = other->iterations;
	for (uint32_t i = 0; i < m->iterations; i++)
		m->means[i] += other->means[i] / threads;
	for (uint32_t i = 0; i < BUCKETS; i++)
		m->sampled.counts[i] += other->sampled.counts[i];
}

void measured_print(const struct measured *m, uint32_t operations)
{
	printf("{\"means_ns\":[");
	for (uint32_t i = 0; i < m->iterations; i++)
		printf("%s%.3f", i ? "," : "", m->means[i] / operations);
	printf("],\"operations\":%u,\"sampled_ns\":", operations);
	histogram_print(&m->sampled, stdout);
	printf("}\n");
}
