/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

static void test_walk(struct fixture *f)
{
	static const enum ibv_qp_type types[] = {
		IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD, IBV_QPT_RAW_PACKET,
	};
	struct ibv_qp *qp;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		qp = create_qp(f, types[i], f->cq, f->cq, NULL);
		CHECK(state_of(qp) == IBV_QPS_RESET);
		CHECK(to_state(qp, IBV_QPS_RESET) == 0);
		CHECK(to_state(qp, IBV_QPS_ERR) == EINVAL);
		CHECK(to_rtr(qp, qp->qp_num) == EINVAL);
		CHECK(to_init(qp) == 0);
		CHECK(to_rts(qp) == EINVAL);
		CHECK(to_rtr(qp, qp->qp_num) == 0);
		CHECK(to_rtr(qp, qp->qp_num) == EINVAL);
		CHECK(to_rts(qp) == 0);
		CHECK(state_of(qp) == IBV_QPS_RTS);
		CHECK(to_state(qp, IBV_QPS_ERR) == 0);
		CHECK(to_state(qp, IBV_QPS_RESET) == 0);
		CHECK(state_of(qp) == IBV_QPS_RESET);
		CHECK(ibv_destroy_qp(qp) == 0);
	}
}

/* A transition fails with missing or excess attributes, and then changes nothing. */
static void test_masks(struct fixture *f)
{
	const int init_mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1 };

	CHECK(ibv_modify_qp(qp, &attr, init_mask & ~IBV_QP_PORT) == EINVAL);
	CHECK(ibv_modify_qp(qp, &attr, init_mask & ~IBV_QP_ACCESS_FLAGS) == EINVAL);
	CHECK(ibv_modify_qp(qp, &attr, init_mask | IBV_QP_QKEY) == EINVAL);
	CHECK(ibv_modify_qp(qp, &attr, init_mask | IBV_QP_CAP) == EINVAL);
	CHECK(ibv_modify_qp(qp, &attr, init_mask | 1 << 21) == EOPNOTSUPP);
	CHECK(state_of(qp) == IBV_QPS_RESET);
	CHECK(ibv_modify_qp(qp, &attr, init_mask) == 0);
	CHECK(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
}

static void test_values(struct fixture *f)
{
	const int init_mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 2 };

	CHECK(ibv_modify_qp(qp, &attr, init_mask) == EINVAL);
	attr.port_num = 0;
	CHECK(ibv_modify_qp(qp, &attr, init_mask) == EINVAL);
	attr.port_num = 1;
	attr.pkey_index = 1;
	CHECK(ibv_modify_qp(qp, &attr, init_mask) == EINVAL);
	attr.qp_state = IBV_QPS_ERR + 1;
	CHECK(ibv_modify_qp(qp, &attr, IBV_QP_STATE) == EINVAL);
	CHECK(ibv_destroy_qp(qp) == 0);
}

static void test_address(struct fixture *f)
{
	const int rtr_mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			     IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024 };
	struct ibv_qp_attr bad;

	CHECK(to_init(qp) == 0);
	fill_address(&attr.ah_attr);
	bad = attr;
	bad.ah_attr.is_global = 0;
	CHECK(ibv_modify_qp(qp, &bad, rtr_mask) == EINVAL);
	bad = attr;
	bad.ah_attr.grh.sgid_index = 255;
	CHECK(ibv_modify_qp(qp, &bad, rtr_mask) == EINVAL);
	bad.ah_attr.grh.sgid_index = 4;
	CHECK(ibv_modify_qp(qp, &bad, rtr_mask) == ENODATA);
	bad = attr;
	bad.ah_attr.port_num = 2;
	CHECK(ibv_modify_qp(qp, &bad, rtr_mask) == EINVAL);
	bad = attr;
	bad.alt_port_num = 1;
	bad.alt_ah_attr = attr.ah_attr;
	CHECK(ibv_modify_qp(qp, &bad, rtr_mask | IBV_QP_ALT_PATH) == EINVAL);
	bad = attr;
	bad.path_mtu = IBV_MTU_4096 + 1;
	CHECK(ibv_modify_qp(qp, &bad, rtr_mask) == EINVAL);
	bad = attr;
	bad.max_dest_rd_atomic = 17;
	CHECK(ibv_modify_qp(qp, &bad, rtr_mask) == EINVAL);
	attr.max_dest_rd_atomic = 16;
	CHECK(ibv_modify_qp(qp, &attr, rtr_mask) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
}

static void test_address_handle(struct fixture *f)
{
	struct ibv_ah_attr attr;

	fill_address(&attr);
	attr.port_num = 2;
	CHECK(!ibv_create_ah(f->pd, &attr) && errno == EINVAL);
	fill_address(&attr);
	attr.is_global = 0;
	CHECK(!ibv_create_ah(f->pd, &attr) && errno == EINVAL);
	fill_address(&attr);
	attr.grh.sgid_index = 255;
	CHECK(!ibv_create_ah(f->pd, &attr));
}

/* A query returns the attributes that were set, as far as the hardware stores them. */
static void test_query(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	connect_qp(qp, qp->qp_num);
	CHECK(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init) == 0);
	CHECK(attr.qp_state == IBV_QPS_RTS && attr.cur_qp_state == IBV_QPS_RTS);
	CHECK(attr.path_mtu == IBV_MTU_1024 && attr.dest_qp_num == qp->qp_num);
	CHECK(attr.max_rd_atomic == 4 && attr.max_dest_rd_atomic == 4);
	CHECK(attr.timeout == 14 && attr.retry_cnt == 7 && attr.rnr_retry == 7);
	CHECK(attr.min_rnr_timer == 12 && attr.port_num == 1);
	CHECK(attr.ah_attr.is_global && attr.ah_attr.grh.sgid_index == 3);
	CHECK(attr.qp_access_flags == (ALL_ACCESS & ~IBV_ACCESS_LOCAL_WRITE));
	CHECK(init.cap.max_recv_wr == 64 && init.cap.max_recv_sge == 4);
	CHECK(ibv_destroy_qp(qp) == 0);
}

/* The table of transitions contains SQD, but the mlx5 driver has no command for it. */
static void test_drain(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);

	connect_qp(qp, qp->qp_num);
	if (is_mlx4()) {
		CHECK(to_state(qp, IBV_QPS_SQD) == 0);
		CHECK(to_state(qp, IBV_QPS_SQD) == 0);
		CHECK(to_state(qp, IBV_QPS_RTS) == 0);
	} else {
		CHECK(to_state(qp, IBV_QPS_SQD) == EINVAL);
		CHECK(state_of(qp) == IBV_QPS_RTS);
	}
	CHECK(ibv_destroy_qp(qp) == 0);
}

static void test_current_state(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_UD, f->cq, f->cq, NULL);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS, .cur_qp_state = IBV_QPS_RTS };

	CHECK(to_init(qp) == 0);
	CHECK(to_rtr(qp, 0) == 0);
	CHECK(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_CUR_STATE) == EINVAL);
	CHECK(to_rts(qp) == 0);
	CHECK(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_CUR_STATE) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
}

const struct test modify_tests[] = {
	{ "walk to RTS and back", ANY_MODEL, test_walk },
	{ "attribute masks", ANY_MODEL, test_masks },
	{ "attribute values", ANY_MODEL, test_values },
	{ "addresses", ANY_MODEL, test_address },
	{ "address handles", NEEDS_MLX5, test_address_handle },
	{ "query QP", ANY_MODEL, test_query },
	{ "SQD", ANY_MODEL, test_drain },
	{ "current state", ANY_MODEL, test_current_state },
	{},
};
