/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

/* Posts with the ibv_wr_* functions and reads the completions field by field. */
static void test_builder(struct fixture *f)
{
	struct ibv_cq_init_attr_ex cq_attr = {
		.cqe = 64,
		.wc_flags = IBV_WC_STANDARD_FLAGS | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP,
	};
	struct ibv_cq_ex *cq = ibv_create_cq_ex(f->ctx, &cq_attr);
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = f->pd,
		.send_cq = ibv_cq_ex_to_cq(cq),
		.recv_cq = f->cq2,
		.cap = {
			.max_send_wr = 32,
			.max_recv_wr = 32,
			.max_send_sge = 2,
			.max_recv_sge = 2,
			.max_inline_data = 64,
		},
		.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE,
	};
	struct ibv_qp *qp = ibv_create_qp_ex(f->ctx, &attr);
	struct ibv_qp *peer = create_qp(f, IBV_QPT_RC, f->cq2, f->cq2, NULL);
	struct ibv_qp_ex *builder = ibv_qp_to_qp_ex(qp);

	connect_qp(qp, peer->qp_num);
	connect_qp(peer, qp->qp_num);
	CHECK(post_recv(peer, 90, f->mr, f->buf + 4096, 64) == 0);
	strcpy(f->buf, "builder");
	ibv_wr_start(builder);
	builder->wr_id = 33;
	builder->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_send(builder);
	ibv_wr_set_sge(builder, f->mr->lkey, (uintptr_t)f->buf, 8);
	CHECK(ibv_wr_complete(builder) == 0);
	CHECK(completes(f->cq2, 90));
	CHECK(!strcmp(f->buf + 4096, "builder"));

	CHECK(start_reading(cq));
	CHECK(cq->wr_id == 33 && cq->status == IBV_WC_SUCCESS);
	CHECK(ibv_wc_read_opcode(cq) == IBV_WC_SEND);
	CHECK(ibv_wc_read_completion_ts(cq) != 0);
	CHECK(ibv_next_poll(cq) == ENOENT);
	ibv_end_poll(cq);
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_destroy_qp(peer) == 0);
	CHECK(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)) == 0);
}

static struct ibv_qp *create_with_flags(struct fixture *f, enum ibv_qp_type type, uint32_t flags)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = type,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS,
		.pd = f->pd,
		.send_cq = f->cq,
		.recv_cq = f->cq,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.create_flags = flags,
	};

	return ibv_create_qp_ex(f->ctx, &attr);
}

static void test_create_flags(struct fixture *f)
{
	struct ibv_qp *qp;

	qp = create_with_flags(f, IBV_QPT_RAW_PACKET, IBV_QP_CREATE_SCATTER_FCS);
	CHECK(qp != NULL);
	CHECK(ibv_destroy_qp(qp) == 0);
	qp = create_with_flags(f, IBV_QPT_UD, IBV_QP_CREATE_BLOCK_SELF_MCAST_LB);
	CHECK(qp != NULL);
	CHECK(ibv_destroy_qp(qp) == 0);
	/* The core checks flags against the type only in the ioctl(). The driver always does. */
	CHECK(!create_with_flags(f, IBV_QPT_UD, IBV_QP_CREATE_SCATTER_FCS));
	CHECK(errno == (is_legacy() ? EOPNOTSUPP : EINVAL));
	qp = create_with_flags(f, IBV_QPT_RC, IBV_QP_CREATE_PCI_WRITE_END_PADDING);
	CHECK(is_legacy() ? qp != NULL : !qp && errno == EINVAL);
	if (qp)
		CHECK(ibv_destroy_qp(qp) == 0);
}

const struct test qp_ex_tests[] = {
	{ "work request builder", NEEDS_NIC, test_builder },
	{ "create flags", NEEDS_MLX5, test_create_flags },
	{},
};
