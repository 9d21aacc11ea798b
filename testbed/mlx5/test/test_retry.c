/* SPDX-License-Identifier: Apache-2.0 */
#include <time.h>

#include "test.h"

/* Timers: 4.096 us * 2^8 is about 1 ms; RNR code 1 is 10 us, 14 is 1.28 ms and 31 is 491.52 ms. */
#define TIMEOUT_1_MSEC 8
#define RNR_10_USEC 1
#define RNR_1280_USEC 14
#define RNR_492_MSEC 31

#define NO_SUCH_QP 0xabcdef

static const struct patience infinite_rnr = { TIMEOUT_1_MSEC, 1, 7 };
static const struct patience two_rnrs = { TIMEOUT_1_MSEC, 1, 2 };
static const struct patience four_rnrs = { TIMEOUT_1_MSEC, 1, 4 };
static const struct patience three_retries = { TIMEOUT_1_MSEC, 3, 7 };

static struct ibv_send_wr send_wr(uint64_t wr_id)
{
	return (struct ibv_send_wr) {
		.wr_id = wr_id,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
}

static int post_small(struct fixture *f, struct ibv_qp *qp, uint64_t wr_id)
{
	struct ibv_send_wr wr = send_wr(wr_id);

	return post_send(qp, &wr, f->mr, f->buf, 8);
}

static void connect_with(struct pair *pair, struct fixture *f, const struct patience *patience,
			 uint8_t rnr_timer)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS, .min_rnr_timer = rnr_timer };

	pair->a = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	pair->b = create_qp(f, IBV_QPT_RC, f->cq2, f->cq2, NULL);
	CHECK(to_init(pair->a) == 0 && to_rtr(pair->a, pair->b->qp_num) == 0);
	CHECK(to_rts_with(pair->a, patience) == 0);
	connect_qp(pair->b, pair->a->qp_num);
	CHECK(ibv_modify_qp(pair->b, &attr, IBV_QP_STATE | IBV_QP_MIN_RNR_TIMER) == 0);
}

static int64_t usec_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - start->tv_sec) * 1000000 + (now.tv_nsec - start->tv_nsec) / 1000;
}

static void test_rnr_infinite(struct fixture *f)
{
	struct pair pair;

	connect_with(&pair, f, &infinite_rnr, RNR_10_USEC);
	CHECK(post_small(f, pair.a, 1) == 0);
	CHECK(stays_empty(f->cq));
	CHECK(state_of(pair.a) == IBV_QPS_RTS);
	CHECK(post_recv(pair.b, 2, f->mr, f->buf + 4096, 8) == 0);
	CHECK(completes(f->cq, 1));
	CHECK(completes(f->cq2, 2));
	destroy_pair(&pair);
}

/* Between the attempts, the requester waits for the RNR timer of the receiver. */
static void test_rnr_exhausted(struct fixture *f)
{
	struct timespec start;
	struct pair pair;

	connect_with(&pair, f, &two_rnrs, RNR_1280_USEC);
	clock_gettime(CLOCK_MONOTONIC, &start);
	CHECK(post_small(f, pair.a, 1) == 0);
	CHECK(post_small(f, pair.a, 2) == 0);
	CHECK(fails(f->cq, 1, IBV_WC_RNR_RETRY_EXC_ERR));
	CHECK(usec_since(&start) >= 2 * 1280);
	CHECK(fails(f->cq, 2, IBV_WC_WR_FLUSH_ERR));
	CHECK(state_of(pair.a) == IBV_QPS_ERR);
	CHECK(state_of(pair.b) == IBV_QPS_RTS);
	destroy_pair(&pair);
}

/*
 * Each message has its own retry count. Five NAKs of one message are too many, but five messages may have one each.
 * Two seconds pass before the fifth NAK of one message, so that a busy machine posts the receive in time.
 */
static void test_rnr_counter_is_reloaded(struct fixture *f)
{
	struct pair pair;
	uint64_t i;

	connect_with(&pair, f, &four_rnrs, RNR_492_MSEC);
	for (i = 0; i < 5; i++) {
		CHECK(post_small(f, pair.a, i) == 0);
		CHECK(stays_empty(f->cq));
		CHECK(post_recv(pair.b, i, f->mr, f->buf + 4096, 8) == 0);
		CHECK(completes(f->cq, i));
		CHECK(completes(f->cq2, i));
	}
	destroy_pair(&pair);
}

static void check_silence(struct fixture *f, struct ibv_qp *qp)
{
	struct timespec start;

	clock_gettime(CLOCK_MONOTONIC, &start);
	CHECK(post_small(f, qp, 1) == 0);
	CHECK(fails(f->cq, 1, IBV_WC_RETRY_EXC_ERR));
	CHECK(usec_since(&start) >= 4 * 1048);
	CHECK(state_of(qp) == IBV_QPS_ERR);
	CHECK(post_recv(qp, 2, f->mr, f->buf, 8) == 0);
	CHECK(fails(f->cq, 2, IBV_WC_WR_FLUSH_ERR));
}

/* A peer in RESET, INIT or ERR does not answer. */
static void test_silence(struct fixture *f)
{
	static const enum ibv_qp_state states[] = { IBV_QPS_RESET, IBV_QPS_INIT, IBV_QPS_ERR };
	struct pair pair;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		connect_with(&pair, f, &three_retries, RNR_10_USEC);
		if (states[i] == IBV_QPS_INIT) {
			CHECK(to_state(pair.b, IBV_QPS_RESET) == 0);
			CHECK(to_init(pair.b) == 0);
		} else {
			CHECK(to_state(pair.b, states[i]) == 0);
		}
		check_silence(f, pair.a);
		destroy_pair(&pair);
	}
}

static void test_no_peer(struct fixture *f)
{
	struct pair pair;
	struct ibv_qp *qp;

	connect_with(&pair, f, &three_retries, RNR_10_USEC);
	CHECK(ibv_destroy_qp(pair.b) == 0);
	check_silence(f, pair.a);
	CHECK(ibv_destroy_qp(pair.a) == 0);

	qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	CHECK(to_init(qp) == 0 && to_rtr(qp, NO_SUCH_QP) == 0);
	CHECK(to_rts_with(qp, &three_retries) == 0);
	check_silence(f, qp);
	CHECK(ibv_destroy_qp(qp) == 0);
}

/* A UD queue pair does not answer an RC requester. */
static void test_other_type(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_qp *datagrams = create_qp(f, IBV_QPT_UD, f->cq2, f->cq2, NULL);

	connect_qp(datagrams, 0);
	CHECK(post_recv(datagrams, 3, f->mr, f->buf + 4096, 100) == 0);
	CHECK(to_init(qp) == 0 && to_rtr(qp, datagrams->qp_num) == 0);
	CHECK(to_rts_with(qp, &three_retries) == 0);
	check_silence(f, qp);
	CHECK(stays_empty(f->cq2));
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_destroy_qp(datagrams) == 0);
}

/* A timeout of 0 never expires. The change to ERR ends the wait. */
static void test_no_timeout(struct fixture *f)
{
	static const struct patience forever = { .timeout = 0, .retry_cnt = 0, .rnr_retry = 0 };
	struct pair pair;

	connect_with(&pair, f, &forever, RNR_10_USEC);
	CHECK(to_state(pair.b, IBV_QPS_ERR) == 0);
	CHECK(post_small(f, pair.a, 1) == 0);
	CHECK(stays_empty(f->cq));
	CHECK(to_state(pair.a, IBV_QPS_ERR) == 0);
	CHECK(fails(f->cq, 1, IBV_WC_WR_FLUSH_ERR));
	destroy_pair(&pair);
}

/*
 * A peer that becomes ready in time executes the request. An event reports that the connection is established.
 * It has four seconds: eight times 4.096 us * 2^17.
 */
static void test_late_peer(struct fixture *f)
{
	static const struct patience patient = { .timeout = 17, .retry_cnt = 7, .rnr_retry = 7 };
	struct pair pair;

	connect_with(&pair, f, &patient, RNR_10_USEC);
	CHECK(to_state(pair.b, IBV_QPS_RESET) == 0);
	CHECK(post_small(f, pair.a, 1) == 0);
	CHECK(stays_empty(f->cq));
	CHECK(to_init(pair.b) == 0);
	CHECK(post_recv(pair.b, 2, f->mr, f->buf + 4096, 8) == 0);
	CHECK(to_rtr(pair.b, pair.a->qp_num) == 0);
	CHECK(completes(f->cq, 1));
	CHECK(completes(f->cq2, 2));
	CHECK(raises(f, IBV_EVENT_COMM_EST, pair.b));
	CHECK(raises_nothing(f));
	destroy_pair(&pair);
}

/* Queue pairs can be destroyed while a request waits. The request does not complete. */
static void test_destroy_while_waiting(struct fixture *f)
{
	struct pair pair;
	int i;

	for (i = 0; i < 50; i++) {
		connect_with(&pair, f, &infinite_rnr, RNR_10_USEC);
		CHECK(post_small(f, pair.a, 1) == 0);
		progress();
		destroy_pair(&pair);
	}
	CHECK(stays_empty(f->cq));
}

const struct test retry_tests[] = {
	{ "RNR, infinite retries", NEEDS_NIC, test_rnr_infinite },
	{ "RNR retries exhausted", NEEDS_NIC, test_rnr_exhausted },
	{ "RNR counter is reloaded", NEEDS_NIC, test_rnr_counter_is_reloaded },
	{ "a peer that does not answer", NEEDS_NIC, test_silence },
	{ "a peer that does not exist", NEEDS_NIC, test_no_peer },
	{ "a peer of another type", NEEDS_NIC, test_other_type },
	{ "no timeout", NEEDS_NIC, test_no_timeout },
	{ "a peer that comes late", NEEDS_NIC, test_late_peer },
	{ "destroy while waiting", NEEDS_NIC, test_destroy_while_waiting },
	{},
};
