/* verbena-bench-c WORKLOAD [--OPTION VALUE...]: runs one workload and prints what it measured as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static const struct {
	const char *name;
	void (*run)(struct bench *);
} workloads[] = {
	{ "post-poll-inline", post_poll_run }, { "post-poll-sge", post_poll_run },
	{ "empty-poll", empty_poll_run },      { "create-qp", create_qp_run },
	{ "modify-qp", modify_qp_run },	       { "reg-mr", reg_mr_run },
	{ "write-latency", ping_run },	       { "send-latency", ping_run },
	{ "write-rate", write_rate_run },
};

static void usage(void)
{
	die("usage: verbena-bench-c WORKLOAD [--device NAME] [--size BYTES] [--outstanding WRS] [--live QPS]\n"
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

int main(int argc, char **argv)
{
	struct settings settings = {
		.device = "mlx5_0",
		.size = 64,
		.outstanding = 1,
		.warmup_ms = 200,
		.iterations = 5,
		.iteration_ms = 100,
		.sampling_ms = 200,
	};
	struct bench bench = { .settings = &settings };

	if (argc < 2 || argc % 2)
		usage();
	settings.workload = argv[1];
	for (int i = 2; i < argc; i += 2)
		option(&settings, argv[i], argv[i + 1]);
	for (size_t i = 0; i < sizeof(workloads) / sizeof(*workloads); i++) {
		if (is_workload(&bench, workloads[i].name)) {
			device_open(&bench);
			workloads[i].run(&bench);
			return 0;
		}
	}
	usage();
}
