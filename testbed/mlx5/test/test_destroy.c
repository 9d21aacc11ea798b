/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

/* Destroying an object that is in use fails with EBUSY. */
static void test_queue_pair_references(struct fixture *f)
{
	struct ibv_srq_init_attr attr = { .attr = { .max_wr = 10, .max_sge = 1 } };
	struct ibv_srq *srq = ibv_create_srq(f->pd, &attr);
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq2, srq);

	CHECK(ibv_dereg_mr(f->mr) == 0);
	CHECK(ibv_dealloc_pd(f->pd) == EBUSY);
	CHECK(ibv_destroy_cq(f->cq) == EBUSY);
	CHECK(ibv_destroy_cq(f->cq2) == EBUSY);
	CHECK(ibv_destroy_srq(srq) == EBUSY);
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_dealloc_pd(f->pd) == EBUSY);
	CHECK(ibv_destroy_srq(srq) == 0);
	f->mr = ibv_reg_mr(f->pd, f->buf, BUF_SIZE, ALL_ACCESS);
	CHECK(f->mr != NULL);
}

static void test_region_reference(struct fixture *f)
{
	CHECK(ibv_dealloc_pd(f->pd) == EBUSY);
}

static void test_address_reference(struct fixture *f)
{
	struct ibv_pd *pd = ibv_alloc_pd(f->ctx);
	struct ibv_ah_attr attr;
	struct ibv_ah *ah;

	fill_address(&attr);
	ah = ibv_create_ah(pd, &attr);
	if (!CHECK(ah != NULL))
		return;
	CHECK(ibv_dealloc_pd(pd) == EBUSY);
	CHECK(ibv_destroy_ah(ah) == 0);
	CHECK(ibv_dealloc_pd(pd) == 0);
}

/* Closing a context destroys all its objects. */
static void test_close_context(struct fixture *f)
{
	struct ibv_context *ctx = ibv_open_device(f->ctx->device);
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_UD,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
	};
	struct ibv_pd *pd = ibv_alloc_pd(ctx);
	union ibv_gid group = { .raw = { 0xff, 1 } };
	struct ibv_qp *qp;

	attr.send_cq = attr.recv_cq = ibv_create_cq(ctx, 10, NULL, NULL, 0);
	qp = ibv_create_qp(pd, &attr);
	CHECK(qp != NULL);
	CHECK(ibv_attach_mcast(qp, &group, 0) == 0);
	CHECK(ibv_reg_mr(pd, f->buf, BUF_SIZE, IBV_ACCESS_LOCAL_WRITE) != NULL);
	CHECK(ibv_close_device(ctx) == 0);
}

const struct test destroy_tests[] = {
	{ "references of a QP", ANY_MODEL, test_queue_pair_references },
	{ "reference of an MR", ANY_MODEL, test_region_reference },
	/* libmlx4 creates address handles without the kernel and resolves the address itself. */
	{ "reference of an AH", NEEDS_MLX5, test_address_reference },
	{ "close with objects alive", ANY_MODEL, test_close_context },
	{},
};
