/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fakeverbs.h"
#include "test.h"

/* The timeout of the whole run, so that it fails if a call blocks forever. */
#define TIMEOUT_SECONDS 1800

static const struct test *const topics[] = {
	device_tests, cq_tests, mr_tests, destroy_tests, handle_tests, mcast_tests, xrc_tests,
	srq_tests, modify_tests, wq_tests, rss_tests, rc_tests, retry_tests, access_tests, mw_tests,
	uc_tests, ud_tests, raw_tests, overrun_tests, notify_tests, qp_ex_tests, event_tests,
	thread_tests, environment_tests, fault_tests,
};

static atomic_uint checks, failures;

bool check(bool condition, const char *text, const char *file, int line)
{
	checks++;
	if (!condition) {
		failures++;
		printf("%s:%d: %s (errno %d: %s)\n", file, line, text, errno, strerror(errno));
	}
	return condition;
}

static uint64_t live_objects(void)
{
	uint64_t (*counter)(enum fakeverbs_counter) = dlsym(RTLD_DEFAULT, "fakeverbs_counter");

	return counter(FAKEVERBS_COUNTER_OBJECTS);
}

static bool set_up(struct fixture *f, struct ibv_context *ctx)
{
	f->ctx = ctx;
	f->pd = ibv_alloc_pd(ctx);
	f->cq = ibv_create_cq(ctx, 100, NULL, NULL, 0);
	f->cq2 = ibv_create_cq(ctx, 100, NULL, NULL, 0);
	f->buf = aligned_alloc(4096, BUF_SIZE);
	memset(f->buf, 0, BUF_SIZE);
	f->mr = ibv_reg_mr(f->pd, f->buf, BUF_SIZE, ALL_ACCESS);
	return f->pd && f->cq && f->cq2 && f->mr;
}

static void tear_down(struct fixture *f)
{
	CHECK(ibv_dereg_mr(f->mr) == 0);
	CHECK(ibv_destroy_cq(f->cq) == 0);
	CHECK(ibv_destroy_cq(f->cq2) == 0);
	CHECK(ibv_dealloc_pd(f->pd) == 0);
	free(f->buf);
}

/*
 * Creates queue pairs, so that the library allocates its doorbells now. The context keeps them.
 * libmlx5 allocates up to 16 (MLX5_TOTAL_UUARS).
 */
static void warm_up(struct ibv_context *ctx)
{
	struct ibv_qp *qps[16];
	struct fixture f;
	size_t i;

	if (!CHECK(set_up(&f, ctx)))
		return;
	for (i = 0; i < ARRAY_SIZE(qps); i++)
		qps[i] = create_qp(&f, IBV_QPT_RC, f.cq, f.cq, NULL);
	for (i = 0; i < ARRAY_SIZE(qps); i++)
		CHECK(ibv_destroy_qp(qps[i]) == 0);
	tear_down(&f);
}

static void run(const struct test *test, struct ibv_context *ctx)
{
	uint64_t before = live_objects();
	unsigned int failures_before = failures;
	struct fixture f;

	if (CHECK(set_up(&f, ctx))) {
		test->run(&f);
		tear_down(&f);
		CHECK(live_objects() == before);
	}
	if (failures != failures_before)
		printf("FAILED: %s\n", test->name);
}

/* Returns whether to run the test. Without names, all tests run that do not need their own environment. */
static bool is_chosen(const struct test *test, char **names)
{
	if (!*names)
		return test->needs != NEEDS_NAMING;
	for (; *names; names++)
		if (!strcmp(*names, test->name))
			return true;
	return false;
}

static bool can_run(const struct test *test)
{
	return !is_mlx4() || test->needs == ANY_MODEL;
}

int main(int argc, char **argv)
{
	struct ibv_device **devices;
	struct ibv_context *ctx;
	const struct test *test;
	unsigned int tests = 0;
	uint64_t before;
	size_t i;

	if (!dlsym(RTLD_DEFAULT, "fakeverbs_counter")) {
		printf("libfakeverbs.so is not loaded\n");
		return 2;
	}
	alarm(TIMEOUT_SECONDS);
	before = live_objects();
	devices = ibv_get_device_list(NULL);
	ctx = devices && devices[0] ? ibv_open_device(devices[0]) : NULL;
	if (!CHECK(ctx != NULL))
		return 1;
	ibv_free_device_list(devices);
	warm_up(ctx);
	for (i = 0; i < ARRAY_SIZE(topics); i++) {
		for (test = topics[i]; test->run; test++) {
			if (!is_chosen(test, argv + 1) || !can_run(test))
				continue;
			run(test, ctx);
			tests++;
		}
	}
	CHECK(ibv_close_device(ctx) == 0);
	CHECK(live_objects() == before);
	if (tests < (unsigned int)argc - 1)
		CHECK(!"every test that was named exists");
	printf("%s: %u tests, %u checks, %u failed\n", is_mlx4() ? "mlx4" : "mlx5", tests, checks,
	       failures);
	return failures ? 1 : 0;
}
