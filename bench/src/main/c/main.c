/* SPDX-License-Identifier: Apache-2.0 */
/* verbena-bench-c WORKLOAD [--OPTION VALUE...]: runs one workload and prints the results as JSON. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

static const struct {
	const char *name;
	void (*run)(struct bench *);
} workloads[] = {
	{ "post-poll-inline", post_poll_run }, { "post-poll-sge", post_poll_run },
	{ "empty-poll", empty_poll_run },      { "create-qp", create_qp_run },
	{ "modify-qp", modify_qp_run },	       { "reg-mr", reg_mr_run },
	{ "write-latency", ping_run },	       { "send-latency", ping_run },
	{ "write-rate", write_rate_run },      { "connect", connect_run },
	{ "stream-round-trip", stream_run },   { "stream-write", stream_run },
};

static void usage(void)
{
	die("usage: verbena-bench-c WORKLOAD [--device NAME] [--size BYTES] [--outstanding WRS] [--live QPS] [--threads N]\n"
	    "       [--warmup-ms MS] [--iterations N] [--iteration-ms MS] [--sampling-ms MS]");
}

static void option(struct settings *s, const char *name, const char *value)
{
	const struct {
		const char *name;
		uint32_t *value;
	} numbers[] = {
		{ "--size", &s->size },
		{ "--outstanding", &s->outstanding },
		{ "--live", &s->live },
		{ "--threads", &s->threads },
		{ "--warmup-ms", &s->warmup_ms },
		{ "--iterations", &s->iterations },
		{ "--iteration-ms", &s->iteration_ms },
		{ "--sampling-ms", &s->sampling_ms },
	};

	if (!strcmp(name, "--device")) {
		s->device = value;
		return;
	}
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		if (!strcmp(name, numbers[i].name)) {
			*numbers[i].value = (uint32_t)strtoul(value, NULL, 10);
			return;
		}
	}
	usage();
}

static void *run(void *argument)
{
	struct bench *b = argument;

	for (size_t i = 0; i < sizeof(workloads) / sizeof(*workloads); i++) {
		if (is_workload(b, workloads[i].name)) {
			device_open(b);
			workloads[i].run(b);
			return NULL;
		}
	}
	usage();
	return NULL;
}

static void run_threads(const struct settings *settings)
{
	struct bench *benches = calloc(settings->threads, sizeof(*benches));
	pthread_t *threads = calloc(settings->threads, sizeof(*threads));
	struct measured *all = calloc(1, sizeof(*all));

	for (uint32_t i = 0; i < settings->threads; i++) {
		benches[i].settings = settings;
		benches[i].measured = calloc(1, sizeof(*all));
		check(pthread_create(&threads[i], NULL, run, &benches[i]), "pthread_create");
	}
	for (uint32_t i = 0; i < settings->threads; i++) {
		check(pthread_join(threads[i], NULL), "pthread_join");
		measured_add(all, benches[i].measured, settings->threads);
	}
	measured_print(all, benches[0].operations);
}

int main(int argc, char **argv)
{
	struct settings settings = {
		.device = "mlx5_0",
		.size = 64,
		.outstanding = 1,
		.threads = 1,
		.warmup_ms = 200,
		.iterations = 5,
		.iteration_ms = 100,
		.sampling_ms = 200,
	};

	if (argc < 2 || argc % 2)
		usage();
	settings.workload = argv[1];
	for (int i = 2; i < argc; i += 2)
		option(&settings, argv[i], argv[i + 1]);
	run_threads(&settings);
	return 0;
}
