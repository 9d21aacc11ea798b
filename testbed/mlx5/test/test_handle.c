/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#define NO_HANDLE 0x7fffffff

/* An unknown handle fails with ENOENT, and a handle of another type with EINVAL. */
static void test_stale(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_UD, f->cq, f->cq, NULL);
	uint32_t handle = qp->handle;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	qp->handle = NO_HANDLE;
	CHECK(to_init(qp) == ENOENT);
	CHECK(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init) == ENOENT);
	CHECK(ibv_destroy_qp(qp) == ENOENT);
	qp->handle = f->cq->handle;
	CHECK(to_init(qp) == EINVAL);
	CHECK(ibv_destroy_qp(qp) == EINVAL);
	qp->handle = handle;
	CHECK(ibv_destroy_qp(qp) == 0);
}

static void test_freed(struct fixture *f)
{
	struct ibv_pd *pd = ibv_alloc_pd(f->ctx);
	uint32_t freed = pd->handle, handle = f->pd->handle;

	CHECK(ibv_dealloc_pd(pd) == 0);
	f->pd->handle = freed;
	CHECK(!ibv_reg_mr(f->pd, f->buf, 4096, 0) && errno == ENOENT);
	f->pd->handle = handle;
}

static void test_alien(struct fixture *f)
{
	struct ibv_context *other = ibv_open_device(f->ctx->device);
	struct ibv_pd *pd = ibv_alloc_pd(other);
	uint32_t own = pd->handle;

	pd->handle = f->pd->handle;
	CHECK(!ibv_reg_mr(pd, f->buf, 4096, 0) && errno == ENOENT);
	CHECK(ibv_dealloc_pd(pd) == ENOENT);
	pd->handle = own;
	CHECK(ibv_dealloc_pd(pd) == 0);
	CHECK(ibv_close_device(other) == 0);
}

/* A create call checks the handles of its references. */
static void test_creation(struct fixture *f)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = f->cq,
		.recv_cq = f->cq2,
		.qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
	};
	uint32_t handle = f->cq2->handle;

	f->cq2->handle = NO_HANDLE;
	CHECK(!ibv_create_qp(f->pd, &attr) && errno == ENOENT);
	f->cq2->handle = f->pd->handle;
	CHECK(!ibv_create_qp(f->pd, &attr) && errno == EINVAL);
	f->cq2->handle = handle;
}

const struct test handle_tests[] = {
	{ "stale handles", ANY_MODEL, test_stale },
	{ "freed handles", ANY_MODEL, test_freed },
	{ "handles of another context", ANY_MODEL, test_alien },
	{ "handles in a creation", ANY_MODEL, test_creation },
	{},
};
