/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

static struct ibv_wq *create_wq(struct fixture *f, uint32_t max_wr, uint32_t max_sge)
{
	struct ibv_wq_init_attr attr = {
		.wq_type = IBV_WQT_RQ,
		.max_wr = max_wr,
		.max_sge = max_sge,
		.pd = f->pd,
		.cq = f->cq,
	};
	struct ibv_wq *wq = ibv_create_wq(f->ctx, &attr);

	CHECK(wq != NULL);
	CHECK(attr.max_wr == max_wr && attr.max_sge == max_sge);
	return wq;
}

static int to_wq_state(struct ibv_wq *wq, enum ibv_wq_state state)
{
	struct ibv_wq_attr attr = { .attr_mask = IBV_WQ_ATTR_STATE, .wq_state = state };

	return ibv_modify_wq(wq, &attr);
}

static void test_references(struct fixture *f)
{
	struct ibv_wq *wq = create_wq(f, 7, 1);

	CHECK(wq->state == IBV_WQS_RESET);
	CHECK(ibv_destroy_cq(f->cq) == EBUSY);
	CHECK(ibv_destroy_wq(wq) == 0);
}

static void test_states(struct fixture *f)
{
	struct ibv_wq *wq = create_wq(f, 100, 3);

	CHECK(to_wq_state(wq, IBV_WQS_ERR) != 0);
	CHECK(to_wq_state(wq, IBV_WQS_RDY) == 0 && wq->state == IBV_WQS_RDY);
	CHECK(to_wq_state(wq, IBV_WQS_ERR) == 0 && wq->state == IBV_WQS_ERR);
	CHECK(to_wq_state(wq, IBV_WQS_RDY) != 0);
	CHECK(to_wq_state(wq, IBV_WQS_RESET) == 0 && wq->state == IBV_WQS_RESET);
	CHECK(ibv_destroy_wq(wq) == 0);
}

static struct ibv_wq *create_with_flags(struct fixture *f, uint32_t flags)
{
	struct ibv_wq_init_attr attr = {
		.wq_type = IBV_WQT_RQ,
		.max_wr = 16,
		.max_sge = 1,
		.pd = f->pd,
		.cq = f->cq,
		.comp_mask = IBV_WQ_INIT_ATTR_FLAGS,
		.create_flags = flags,
	};

	return ibv_create_wq(f->ctx, &attr);
}

static void test_flags(struct fixture *f)
{
	static const uint32_t offered[] = {
		IBV_WQ_FLAGS_CVLAN_STRIPPING, IBV_WQ_FLAGS_SCATTER_FCS,
		IBV_WQ_FLAGS_DELAY_DROP, IBV_WQ_FLAGS_PCI_WRITE_END_PADDING,
	};
	struct ibv_wq *wq;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(offered); i++) {
		wq = create_with_flags(f, offered[i]);
		CHECK(wq != NULL);
		CHECK(ibv_destroy_wq(wq) == 0);
	}
}

static void test_limits(struct fixture *f)
{
	struct ibv_wq_init_attr attr = {
		.wq_type = IBV_WQT_RQ,
		.max_sge = 1,
		.pd = f->pd,
		.cq = f->cq,
	};

	CHECK(!ibv_create_wq(f->ctx, &attr) && errno == EINVAL);
	attr.max_wr = 1 << 20;
	CHECK(!ibv_create_wq(f->ctx, &attr) && errno == EINVAL);
}

static void test_table(struct fixture *f)
{
	struct ibv_wq *wqs[] = { create_wq(f, 7, 1), create_wq(f, 7, 1) };
	struct ibv_rwq_ind_table_init_attr attr = { .log_ind_tbl_size = 1, .ind_tbl = wqs };
	struct ibv_rwq_ind_table *table = ibv_create_rwq_ind_table(f->ctx, &attr);
	uint32_t handle = wqs[1]->handle;

	CHECK(table != NULL);
	CHECK(ibv_destroy_wq(wqs[0]) == EBUSY);
	CHECK(ibv_destroy_wq(wqs[1]) == EBUSY);
	CHECK(ibv_destroy_rwq_ind_table(table) == 0);
	wqs[1]->handle = 0x7fffffff;
	CHECK(!ibv_create_rwq_ind_table(f->ctx, &attr));
	wqs[1]->handle = handle;
	CHECK(ibv_destroy_wq(wqs[0]) == 0);
	CHECK(ibv_destroy_wq(wqs[1]) == 0);
}

const struct test wq_tests[] = {
	{ "references of a WQ", ANY_MODEL, test_references },
	{ "WQ states", ANY_MODEL, test_states },
	{ "WQ flags", NEEDS_MLX5, test_flags },
	{ "WQ limits", NEEDS_MLX5, test_limits },
	{ "indirection table", NEEDS_MLX5, test_table },
	{},
};
