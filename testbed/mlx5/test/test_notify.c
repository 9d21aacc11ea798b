/* SPDX-License-Identifier: Apache-2.0 */
#include <poll.h>

#include "test.h"

#define QUIET_MSEC 20

#define ANY 0				/* ibv_req_notify_cq(): solicited_only */
#define SOLICITED 1

/* Queue pair a sends messages to b. The CQ of b has a completion channel. */
struct setup {
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq;
	struct ibv_qp *a, *b;
};

static void set_up(struct fixture *f, struct setup *s)
{
	s->channel = ibv_create_comp_channel(f->ctx);
	s->cq = ibv_create_cq(f->ctx, 100, NULL, s->channel, 0);
	s->a = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	s->b = create_qp(f, IBV_QPT_RC, s->cq, s->cq, NULL);
	connect_qp(s->a, s->b->qp_num);
	connect_qp(s->b, s->a->qp_num);
}

static void clean_up(struct setup *s)
{
	CHECK(ibv_destroy_qp(s->a) == 0);
	CHECK(ibv_destroy_qp(s->b) == 0);
	CHECK(ibv_destroy_cq(s->cq) == 0);
	CHECK(ibv_destroy_comp_channel(s->channel) == 0);
}

/* Sends one message and waits for its completion at a. */
static void deliver(struct fixture *f, struct setup *s, unsigned int flags)
{
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED | flags,
	};

	CHECK(post_recv(s->b, 2, f->mr, f->buf + 4096, 64) == 0);
	CHECK(post_send(s->a, &wr, f->mr, f->buf, 8) == 0);
	CHECK(completes(f->cq, 1));
}

static bool is_notified(struct setup *s, int msec)
{
	struct pollfd readable = { .fd = s->channel->fd, .events = POLLIN };
	struct ibv_cq *cq;
	void *context;

	progress();
	if (poll(&readable, 1, msec) != 1)
		return false;
	CHECK(ibv_get_cq_event(s->channel, &cq, &context) == 0 && cq == s->cq);
	ibv_ack_cq_events(cq, 1);
	return true;
}

static bool hears(struct setup *s)
{
	return is_notified(s, PATIENCE_MSEC);
}

static bool hears_nothing(struct setup *s)
{
	return !is_notified(s, QUIET_MSEC);
}

static void test_any(struct fixture *f)
{
	struct setup s;

	set_up(f, &s);
	deliver(f, &s, IBV_SEND_SOLICITED);
	CHECK(hears_nothing(&s));
	CHECK(completes(s.cq, 2));
	CHECK(ibv_req_notify_cq(s.cq, ANY) == 0);
	CHECK(hears_nothing(&s));
	deliver(f, &s, 0);
	CHECK(hears(&s));
	deliver(f, &s, 0);
	CHECK(hears_nothing(&s));
	clean_up(&s);
}

static void test_solicited(struct fixture *f)
{
	struct setup s;

	set_up(f, &s);
	CHECK(ibv_req_notify_cq(s.cq, SOLICITED) == 0);
	deliver(f, &s, 0);
	CHECK(hears_nothing(&s));
	deliver(f, &s, IBV_SEND_SOLICITED);
	CHECK(hears(&s));
	CHECK(completes(s.cq, 2) && completes(s.cq, 2));

	/* Earlier solicited completions do not cause an event. */
	CHECK(ibv_req_notify_cq(s.cq, SOLICITED) == 0);
	deliver(f, &s, 0);
	CHECK(hears_nothing(&s));
	CHECK(ibv_req_notify_cq(s.cq, ANY) == 0);
	CHECK(hears(&s));
	clean_up(&s);
}

/* A completion in error raises an event even if only solicited events are requested. */
static void test_error(struct fixture *f)
{
	struct setup s;

	set_up(f, &s);
	CHECK(ibv_req_notify_cq(s.cq, SOLICITED) == 0);
	CHECK(post_recv(s.b, 3, f->mr, f->buf, 8) == 0);
	CHECK(hears_nothing(&s));
	CHECK(to_state(s.b, IBV_QPS_ERR) == 0);
	CHECK(hears(&s));
	CHECK(fails(s.cq, 3, IBV_WC_WR_FLUSH_ERR));
	clean_up(&s);
}

/* A completion between the last poll and the request raises an event. */
static void test_completion_before_request(struct fixture *f)
{
	struct setup s;

	set_up(f, &s);
	deliver(f, &s, IBV_SEND_SOLICITED);
	CHECK(ibv_req_notify_cq(s.cq, SOLICITED) == 0);
	CHECK(hears(&s));
	clean_up(&s);
}

const struct test notify_tests[] = {
	{ "notify of any completion", NEEDS_NIC, test_any },
	{ "notify of solicited completions", NEEDS_NIC, test_solicited },
	{ "notify of errors", NEEDS_NIC, test_error },
	{ "completion before the request", NEEDS_NIC, test_completion_before_request },
	{},
};
