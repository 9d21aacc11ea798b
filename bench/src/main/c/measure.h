/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times a function as JMH does: the mean of each iteration, and a sample of single calls. The functions are inlined,
 * so that the workload is compiled into the loop.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <time.h>

#include "bench.h"
#include "histogram.h"

/* The number of calls between two readings of the clock. */
#define CALLS_PER_LOOK 64
#define MAX_ITERATIONS 1000

struct measured {
	double means[MAX_ITERATIONS];	/* nanoseconds per call */
	uint32_t iterations;
	struct histogram sampled;
};

/* Adds the results of another thread. After all threads were added, the means are those over all threads. */
void measured_add(struct measured *m, const struct measured *other, uint32_t threads);

/* Prints the results as JSON. Each call performed this many operations. */
void measured_print(const struct measured *m, uint32_t operations);

static inline uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline __attribute__((always_inline)) double mean_of(struct bench *b, void (*call)(struct bench *),
							    uint32_t ms)
{
	uint64_t start = now_ns(), end = start + ms * UINT64_C(1000000), now;
	uint64_t calls = 0;

	do {
		for (int i = 0; i < CALLS_PER_LOOK; i++)
			call(b);
		calls += CALLS_PER_LOOK;
		now = now_ns();
	} while (now < end);
	return (double)(now - start) / (double)calls;
}

static inline __attribute__((always_inline)) void sample(struct bench *b, void (*call)(struct bench *), uint32_t ms,
							 struct histogram *into)
{
	uint64_t start = now_ns(), end = start + ms * UINT64_C(1000000), now = start;

	while (now < end) {
		uint64_t before = now_ns();

		call(b);
		now = now_ns();
		histogram_record(into, now - before);
	}
}

static inline __attribute__((always_inline)) void measure(struct bench *b, void (*call)(struct bench *),
							  struct measured *m)
{
	const struct settings *s = b->settings;

	mean_of(b, call, s->warmup_ms);
	for (m->iterations = 0; m->iterations < s->iterations; m->iterations++)
		m->means[m->iterations] = mean_of(b, call, s->iteration_ms);
	sample(b, call, s->sampling_ms, &m->sampled);
}

#endif
