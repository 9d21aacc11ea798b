#include "test.h"

static void test_send(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RAW_PACKET, f->cq, f->cq, NULL);
	struct ibv_send_wr wr = {
		.wr_id = 44,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};

	connect_qp(qp, 0);
	CHECK(post_send(qp, &wr, f->mr, f->buf, 100) == 0);
	CHECK(completes(f->cq, 44));
	CHECK(ibv_destroy_qp(qp) == 0);
}

/* A rule holds on to its queue pair. */
static void test_flow(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RAW_PACKET, f->cq, f->cq, NULL);
	struct ibv_qp *rc = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_flow_attr attr = {
		.type = IBV_FLOW_ATTR_ALL_DEFAULT,
		.size = sizeof(attr),
		.port = 1,
	};
	struct ibv_flow *flow = ibv_create_flow(qp, &attr);

	CHECK(flow != NULL);
	CHECK(ibv_destroy_qp(qp) == EBUSY);
	CHECK(ibv_destroy_flow(flow) == 0);
	CHECK(!ibv_create_flow(rc, &attr) && errno == EINVAL);
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_destroy_qp(rc) == 0);
}

static void test_no_queue(struct fixture *f)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = f->cq,
		.recv_cq = f->cq,
		.qp_type = IBV_QPT_RAW_PACKET,
	};

	CHECK(!ibv_create_qp(f->pd, &attr) && errno == EINVAL);
}

const struct test raw_tests[] = {
	{ "raw packet send", NEEDS_NIC, test_send },
	{ "flow rules", NEEDS_MLX5, test_flow },
	{ "raw packet QP without queues", NEEDS_MLX5, test_no_queue },
	{},
};
