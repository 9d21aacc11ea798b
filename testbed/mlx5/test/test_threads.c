/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "test.h"

#define THREADS 3
#define ROUNDS 60
#define IN_FLIGHT 16

/* The state of one thread. All threads share the context and the domain. */
struct worker {
	struct fixture f;
	pthread_t thread;
	unsigned int failures;
};

static void expect(struct worker *worker, bool condition)
{
	if (!condition)
		worker->failures++;
}

static void post_some(struct worker *worker, struct pair *pair)
{
	struct fixture *f = &worker->f;
	struct ibv_send_wr wr = { .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED };
	int i;

	for (i = 0; i < IN_FLIGHT; i++) {
		expect(worker, post_recv(pair->b, 0, f->mr, f->buf + 4096, 4096) == 0);
		expect(worker, post_send(pair->a, &wr, f->mr, f->buf, 4096) == 0);
	}
}

/* Polls all completions and ignores their status. */
static void drain(struct ibv_cq *cq)
{
	struct ibv_wc wc;

	while (ibv_poll_cq(cq, 1, &wc) == 1)
		;
}

/* Creates, fails, resets and destroys queue pairs while the NIC executes their requests. */
static void *work(void *arg)
{
	struct worker *worker = arg;
	struct fixture *f = &worker->f;
	struct pair pair;
	int round;

	for (round = 0; round < ROUNDS; round++) {
		create_pair(f, IBV_QPT_RC, &pair);
		post_some(worker, &pair);
		progress();
		switch (round % 3) {
		case 0:
			expect(worker, to_state(pair.b, IBV_QPS_ERR) == 0);
			break;
		case 1:
			expect(worker, to_state(pair.b, IBV_QPS_RESET) == 0);
			break;
		case 2:
			expect(worker, ibv_dereg_mr(f->mr) == 0);
			f->mr = ibv_reg_mr(f->pd, f->buf, BUF_SIZE / 16, ALL_ACCESS);
			break;
		}
		drain(f->cq);
		expect(worker, ibv_destroy_qp(pair.b) == 0);
		expect(worker, ibv_destroy_qp(pair.a) == 0);
		drain(f->cq2);
	}
	return NULL;
}

static void test_work_in_flight(struct fixture *f)
{
	struct worker workers[THREADS];
	int i;

	for (i = 0; i < THREADS; i++) {
		workers[i].failures = 0;
		workers[i].f = *f;
		workers[i].f.buf = f->buf + i * BUF_SIZE / 16;
		workers[i].f.cq = ibv_create_cq(f->ctx, 100, NULL, NULL, 0);
		workers[i].f.cq2 = ibv_create_cq(f->ctx, 100, NULL, NULL, 0);
		workers[i].f.mr = ibv_reg_mr(f->pd, workers[i].f.buf, BUF_SIZE / 16, ALL_ACCESS);
		CHECK(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0);
	}
	for (i = 0; i < THREADS; i++) {
		CHECK(pthread_join(workers[i].thread, NULL) == 0);
		CHECK(workers[i].failures == 0);
		CHECK(ibv_dereg_mr(workers[i].f.mr) == 0);
		CHECK(ibv_destroy_cq(workers[i].f.cq) == 0);
		CHECK(ibv_destroy_cq(workers[i].f.cq2) == 0);
	}
	CHECK(raises_nothing(f));
}

const struct test thread_tests[] = {
	{ "threads with work in flight", NEEDS_NIC, test_work_in_flight },
	{},
};
