/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#define REMOTE 65536			/* offset in the buffer */

static struct ibv_send_wr request(struct fixture *f, enum ibv_wr_opcode opcode, uint64_t wr_id)
{
	return (struct ibv_send_wr) {
		.wr_id = wr_id,
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = { (uintptr_t)f->buf + REMOTE, f->mr->rkey },
	};
}

static void test_data(struct fixture *f)
{
	struct ibv_send_wr wr = request(f, IBV_WR_RDMA_WRITE_WITH_IMM, 1);
	struct pair pair;

	create_pair(f, IBV_QPT_UC, &pair);
	strcpy(f->buf, "unreliable");
	CHECK(post_recv(pair.b, 2, f->mr, f->buf + 4096, 64) == 0);
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 16) == 0);
	CHECK(completes(f->cq, 1));
	CHECK(completes(f->cq2, 2));
	CHECK(!strcmp(f->buf + REMOTE, "unreliable"));
	destroy_pair(&pair);
}

/* A request succeeds at the sender even if the receiver drops or rejects it. */
static void test_loss(struct fixture *f)
{
	struct ibv_send_wr wr = request(f, IBV_WR_SEND, 1);
	struct pair pair;

	create_pair(f, IBV_QPT_UC, &pair);
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 16) == 0);
	CHECK(completes(f->cq, 1));
	wr = request(f, IBV_WR_RDMA_WRITE, 2);
	wr.wr.rdma.rkey = 0xdead;
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 16) == 0);
	CHECK(completes(f->cq, 2));
	CHECK(state_of(pair.b) == IBV_QPS_RTS);
	CHECK(ibv_destroy_qp(pair.b) == 0);
	wr = request(f, IBV_WR_SEND, 3);
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 16) == 0);
	CHECK(completes(f->cq, 3));
	CHECK(ibv_destroy_qp(pair.a) == 0);
}

/* A failed request stops only the send queue. The change to RTS restarts it. */
static void test_send_queue_error(struct fixture *f)
{
	struct ibv_send_wr wr = request(f, IBV_WR_RDMA_READ, 1);
	struct pair pair;

	create_pair(f, IBV_QPT_UC, &pair);
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 16) == 0);
	CHECK(fails(f->cq, 1, IBV_WC_LOC_QP_OP_ERR));
	CHECK(state_of(pair.a) == IBV_QPS_SQE);
	wr = request(f, IBV_WR_SEND, 2);
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 16) == 0);
	CHECK(fails(f->cq, 2, IBV_WC_WR_FLUSH_ERR));

	CHECK(post_recv(pair.a, 3, f->mr, f->buf + 4096, 64) == 0);
	wr = request(f, IBV_WR_SEND, 4);
	CHECK(post_send(pair.b, &wr, f->mr, f->buf, 16) == 0);
	CHECK(completes(f->cq, 3));
	CHECK(completes(f->cq2, 4));

	CHECK(to_state(pair.a, IBV_QPS_RTS) == 0);
	wr = request(f, IBV_WR_RDMA_WRITE, 5);
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 16) == 0);
	CHECK(completes(f->cq, 5));
	destroy_pair(&pair);
}

const struct test uc_tests[] = {
	{ "UC data", NEEDS_NIC, test_data },
	{ "UC loss", NEEDS_NIC, test_loss },
	{ "UC send queue error", NEEDS_NIC, test_send_queue_error },
	{},
};
