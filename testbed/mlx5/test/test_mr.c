/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

static void test_bad_memory(struct fixture *f)
{
	CHECK(!ibv_reg_mr(f->pd, (void *)0x1000, 4096, IBV_ACCESS_LOCAL_WRITE) && errno == EFAULT);
	CHECK(!ibv_reg_mr(f->pd, f->buf, 0, IBV_ACCESS_LOCAL_WRITE) && errno == EINVAL);
}

static void test_access_flags(struct fixture *f)
{
	CHECK(!ibv_reg_mr(f->pd, f->buf, 4096, IBV_ACCESS_REMOTE_WRITE) && errno == EINVAL);
	CHECK(!ibv_reg_mr(f->pd, f->buf, 4096, IBV_ACCESS_REMOTE_ATOMIC) && errno == EINVAL);
	CHECK(!ibv_reg_mr(f->pd, f->buf, 4096, IBV_ACCESS_ON_DEMAND) && errno == EOPNOTSUPP);
	CHECK(!ibv_reg_mr(f->pd, f->buf, 4096, 1 << 8) && errno == EOPNOTSUPP);
}

static void test_rereg(struct fixture *f)
{
	struct ibv_pd *pd = ibv_alloc_pd(f->ctx);

	CHECK(ibv_rereg_mr(f->mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0,
			   IBV_ACCESS_LOCAL_WRITE) == 0);
	CHECK(ibv_rereg_mr(f->mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0,
			   IBV_ACCESS_REMOTE_WRITE) != 0);
	CHECK(ibv_rereg_mr(f->mr, IBV_REREG_MR_CHANGE_PD, pd, NULL, 0, 0) == 0);
	CHECK(ibv_dealloc_pd(pd) == EBUSY);
	CHECK(ibv_rereg_mr(f->mr, IBV_REREG_MR_CHANGE_PD, f->pd, NULL, 0, 0) == 0);
	CHECK(ibv_dealloc_pd(pd) == 0);
}

static void test_windows(struct fixture *f)
{
	struct ibv_mw *mw = ibv_alloc_mw(f->pd, IBV_MW_TYPE_1);

	CHECK(mw != NULL);
	CHECK(ibv_dealloc_pd(f->pd) == EBUSY);
	CHECK(ibv_dealloc_mw(mw) == 0);
	CHECK(!ibv_alloc_mw(f->pd, 3) && errno == EINVAL);
}

const struct test mr_tests[] = {
	{ "memory that is not there", ANY_MODEL, test_bad_memory },
	{ "access flags", ANY_MODEL, test_access_flags },
	{ "rereg MR", ANY_MODEL, test_rereg },
	{ "memory windows", ANY_MODEL, test_windows },
	{},
};
