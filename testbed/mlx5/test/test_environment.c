/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that hold only in an environment that the Makefile sets. */
#include "test.h"

static struct ibv_wq *create_wq(struct fixture *f, uint32_t flags)
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

/* FAKEVERBS_CAP_NET_RAW=0 */
static void test_unprivileged(struct fixture *f)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = f->cq,
		.recv_cq = f->cq,
		.qp_type = IBV_QPT_RAW_PACKET,
		.cap = { .max_send_wr = 1, .max_send_sge = 1 },
	};
	struct ibv_qp *qp = create_qp(f, IBV_QPT_UD, f->cq, f->cq, NULL);
	struct ibv_flow_attr flow = { .size = sizeof(flow), .port = 1 };
	struct ibv_qp_attr modify = {
		.qp_state = IBV_QPS_INIT,
		.port_num = 1,
		.qkey = 0x80000001,
	};
	int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY;

	CHECK(!ibv_create_qp(f->pd, &attr) && errno == EPERM);
	CHECK(ibv_modify_qp(qp, &modify, mask) == EPERM);
	CHECK(!ibv_create_flow(qp, &flow) && errno == EPERM);
	modify.qkey = 1;
	CHECK(ibv_modify_qp(qp, &modify, mask) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
}

/* FAKEVERBS_CAP_SYS_RAWIO=0 */
static void test_no_raw_io(struct fixture *f)
{
	CHECK(!create_wq(f, IBV_WQ_FLAGS_DELAY_DROP) && errno == EPERM);
}

/* FAKEVERBS_LINK=ib: no GRH is required, paths can migrate, and a group requires a multicast LID. */
static void test_infiniband(struct fixture *f)
{
	const int rtr_mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			     IBV_QP_RQ_PSN | IBV_QP_ALT_PATH;
	struct ibv_qp *uc = create_qp(f, IBV_QPT_UC, f->cq, f->cq, NULL);
	struct ibv_qp *ud = create_qp(f, IBV_QPT_UD, f->cq, f->cq, NULL);
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.ah_attr = { .port_num = 1, .dlid = 17 },
		.alt_ah_attr = { .port_num = 1, .dlid = 18 },
		.alt_port_num = 1,
	};
	union ibv_gid group = { .raw = { 0xff, 1 } };
	struct ibv_port_attr port;

	CHECK(ibv_query_port(f->ctx, 1, &port) == 0);
	CHECK(port.link_layer == IBV_LINK_LAYER_INFINIBAND && port.lid == 17);
	CHECK(to_init(uc) == 0);
	attr.alt_port_num = 2;
	CHECK(ibv_modify_qp(uc, &attr, rtr_mask) == EINVAL);
	attr.alt_port_num = 1;
	CHECK(ibv_modify_qp(uc, &attr, rtr_mask) == 0);
	CHECK(ibv_attach_mcast(ud, &group, 0xbfff) == EINVAL);
	CHECK(ibv_attach_mcast(ud, &group, 0xffff) == EINVAL);
	CHECK(ibv_attach_mcast(ud, &group, 0xc000) == 0);
	CHECK(ibv_detach_mcast(ud, &group, 0xc000) == 0);
	CHECK(ibv_destroy_qp(uc) == 0);
	CHECK(ibv_destroy_qp(ud) == 0);
}

const struct test environment_tests[] = {
	{ "unprivileged", NEEDS_NAMING, test_unprivileged },
	{ "no raw io", NEEDS_NAMING, test_no_raw_io },
	{ "infiniband", NEEDS_NAMING, test_infiniband },
	{},
};
