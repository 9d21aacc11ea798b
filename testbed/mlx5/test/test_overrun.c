/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#define SMALL_CQ 3			/* entries */

static int write_once(struct fixture *f, struct ibv_qp *qp, uint64_t wr_id)
{
	struct ibv_send_wr wr = {
		.wr_id = wr_id,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = { (uintptr_t)f->buf + 65536, f->mr->rkey },
	};

	return post_send(qp, &wr, f->mr, f->buf, 8);
}

/* An overrun fails the CQ and all queue pairs that use it. Earlier completions can be polled. */
static void test_overrun(struct fixture *f)
{
	struct ibv_cq *cq = ibv_create_cq(f->ctx, SMALL_CQ, NULL, NULL, 0);
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, cq, f->cq, NULL);
	struct ibv_qp *idle = create_qp(f, IBV_QPT_RC, f->cq2, cq, NULL);
	struct ibv_qp *apart = create_qp(f, IBV_QPT_RC, f->cq2, f->cq2, NULL);
	uint64_t i;

	connect_qp(qp, qp->qp_num);
	connect_qp(idle, idle->qp_num);
	connect_qp(apart, apart->qp_num);
	CHECK(post_recv(qp, 77, f->mr, f->buf, 8) == 0);
	for (i = 0; i < SMALL_CQ + 2; i++)
		CHECK(write_once(f, qp, i) == 0);
	CHECK(raises(f, IBV_EVENT_CQ_ERR, cq));
	CHECK(raises(f, IBV_EVENT_QP_FATAL, idle));
	CHECK(raises(f, IBV_EVENT_QP_FATAL, qp));
	CHECK(raises_nothing(f));
	CHECK(state_of(qp) == IBV_QPS_ERR && state_of(idle) == IBV_QPS_ERR);
	CHECK(fails(f->cq, 77, IBV_WC_WR_FLUSH_ERR));
	for (i = 0; i < SMALL_CQ + 1; i++)
		CHECK(completes(cq, i));
	CHECK(stays_empty(cq));

	CHECK(state_of(apart) == IBV_QPS_RTS);
	CHECK(write_once(f, apart, 9) == 0);
	CHECK(completes(f->cq2, 9));
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_destroy_qp(idle) == 0);
	CHECK(ibv_destroy_qp(apart) == 0);
	CHECK(ibv_destroy_cq(cq) == 0);
}

const struct test overrun_tests[] = {
	{ "CQ overrun", NEEDS_NIC, test_overrun },
	{},
};
