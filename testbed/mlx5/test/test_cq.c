/* SPDX-License-Identifier: Apache-2.0 */
#include <poll.h>
#include <unistd.h>

#include "test.h"

static void test_sizes(struct fixture *f)
{
	struct ibv_device_attr attr;
	struct ibv_cq *cq;
	struct ibv_wc wc;

	CHECK(f->cq->cqe == 127);
	CHECK(ibv_poll_cq(f->cq, 1, &wc) == 0);
	CHECK(ibv_query_device(f->ctx, &attr) == 0);
	cq = ibv_create_cq(f->ctx, attr.max_cqe, NULL, NULL, 0);
	CHECK(cq != NULL && cq->cqe == attr.max_cqe);
	CHECK(ibv_destroy_cq(cq) == 0);
	CHECK(!ibv_create_cq(f->ctx, attr.max_cqe + 1, NULL, NULL, 0) && errno == EINVAL);
	CHECK(!ibv_create_cq(f->ctx, 0, NULL, NULL, 0) && errno == EINVAL);
}

static void test_vectors(struct fixture *f)
{
	struct ibv_cq *cq;

	cq = ibv_create_cq(f->ctx, 10, NULL, NULL, f->ctx->num_comp_vectors - 1);
	CHECK(cq != NULL);
	CHECK(ibv_destroy_cq(cq) == 0);
	CHECK(!ibv_create_cq(f->ctx, 10, NULL, NULL, f->ctx->num_comp_vectors) && errno == EINVAL);
}

static void test_moderation(struct fixture *f)
{
	struct ibv_modify_cq_attr attr = {
		.attr_mask = IBV_CQ_ATTR_MODERATE,
		.moderate = { .cq_count = 16, .cq_period = 0xfff },
	};

	CHECK(ibv_modify_cq(f->cq, &attr) == 0);
	attr.moderate.cq_period = 0x1000;
	CHECK(ibv_modify_cq(f->cq, &attr) == EINVAL);
}

static void test_resize_empty(struct fixture *f)
{
	struct ibv_wc wc;

	CHECK(ibv_resize_cq(f->cq, 1000) == 0 && f->cq->cqe == 1023);
	CHECK(ibv_resize_cq(f->cq, 10) == 0 && f->cq->cqe == 15);
	CHECK(ibv_resize_cq(f->cq, 10) == 0 && f->cq->cqe == 15);
	CHECK(ibv_resize_cq(f->cq, 2) == 0 && f->cq->cqe == 3);
	CHECK(ibv_resize_cq(f->cq, 1) == 0 && f->cq->cqe == 1);
	CHECK(ibv_resize_cq(f->cq, 2) == 0 && f->cq->cqe == 3);
	CHECK(ibv_resize_cq(f->cq, 1) == 0 && f->cq->cqe == 1);
	CHECK(ibv_resize_cq(f->cq, 0) == EINVAL);
	CHECK(ibv_poll_cq(f->cq, 1, &wc) == 0);
}

static void write_once(struct fixture *f, struct ibv_qp *qp, uint64_t wr_id)
{
	struct ibv_send_wr wr = {
		.wr_id = wr_id,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = { (uintptr_t)f->buf + 65536, f->mr->rkey },
	};

	CHECK(post_send(qp, &wr, f->mr, f->buf, 8) == 0);
}

/* A completion that was not polled before the resize is polled after it. */
static void test_resize_filled(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);

	connect_qp(qp, qp->qp_num);
	write_once(f, qp, 71);
	progress();
	if (is_threaded())
		usleep(2000);
	CHECK(ibv_resize_cq(f->cq, 1000) == 0 && f->cq->cqe == 1023);
	CHECK(completes(f->cq, 71));
	write_once(f, qp, 72);
	CHECK(completes(f->cq, 72));
	CHECK(ibv_destroy_qp(qp) == 0);
}

/* A resize below the number of completions fails and keeps the completions. */
static void test_resize_below_fill(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	uint64_t i;

	connect_qp(qp, qp->qp_num);
	for (i = 0; i < 20; i++)
		CHECK(post_recv(qp, i, f->mr, f->buf, 8) == 0);
	CHECK(to_state(qp, IBV_QPS_ERR) == 0);
	CHECK(fails(f->cq, 0, IBV_WC_WR_FLUSH_ERR));
	CHECK(ibv_resize_cq(f->cq, 10) == EINVAL);
	CHECK(f->cq->cqe == 127);
	CHECK(ibv_resize_cq(f->cq, 30) == 0 && f->cq->cqe == 31);
	for (i = 1; i < 20; i++)
		CHECK(fails(f->cq, i, IBV_WC_WR_FLUSH_ERR));
	CHECK(ibv_destroy_qp(qp) == 0);
}

static void test_completion_events(struct fixture *f)
{
	struct ibv_comp_channel *channel = ibv_create_comp_channel(f->ctx);
	struct ibv_cq *cq = ibv_create_cq(f->ctx, 100, f, channel, 0), *event_cq;
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, cq, cq, NULL);
	struct pollfd readable = { .fd = channel->fd, .events = POLLIN };
	void *context;
	int i;

	connect_qp(qp, qp->qp_num);
	CHECK(ibv_req_notify_cq(cq, 0) == 0);
	CHECK(poll(&readable, 1, 0) == 0);
	write_once(f, qp, 1);
	progress();
	CHECK(poll(&readable, 1, PATIENCE_MSEC) == 1);
	CHECK(ibv_get_cq_event(channel, &event_cq, &context) == 0);
	CHECK(event_cq == cq && context == f);
	ibv_ack_cq_events(cq, 1);
	CHECK(completes(cq, 1));

	/* One request causes one event. */
	CHECK(ibv_req_notify_cq(cq, 0) == 0);
	for (i = 0; i < 3; i++)
		write_once(f, qp, i);
	progress();
	CHECK(poll(&readable, 1, PATIENCE_MSEC) == 1);
	CHECK(ibv_get_cq_event(channel, &event_cq, &context) == 0);
	ibv_ack_cq_events(cq, 1);
	CHECK(poll(&readable, 1, 20) == 0);
	for (i = 0; i < 3; i++)
		CHECK(completes(cq, i));

	/* An unread event does not prevent the destruction of the queue. */
	CHECK(ibv_req_notify_cq(cq, 0) == 0);
	write_once(f, qp, 4);
	progress();
	CHECK(poll(&readable, 1, PATIENCE_MSEC) == 1);
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_destroy_comp_channel(channel) == EBUSY);
	CHECK(ibv_destroy_cq(cq) == 0);
	CHECK(poll(&readable, 1, 0) == 0);
	CHECK(ibv_destroy_comp_channel(channel) == 0);
}

const struct test cq_tests[] = {
	{ "CQ sizes", ANY_MODEL, test_sizes },
	{ "completion vectors", ANY_MODEL, test_vectors },
	{ "CQ moderation", NEEDS_MLX5, test_moderation },
	{ "resize an empty CQ", NEEDS_MLX5, test_resize_empty },
	{ "resize a filled CQ", NEEDS_NIC, test_resize_filled },
	{ "resize a CQ below its fill", NEEDS_NIC, test_resize_below_fill },
	{ "completion events", NEEDS_NIC, test_completion_events },
	{},
};
