/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

static const union ibv_gid group = { .raw = { 0xff, 0x0e, [15] = 1 } };

static void test_attach(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_UD, f->cq, f->cq, NULL);

	CHECK(ibv_detach_mcast(qp, &group, 0) == EINVAL);
	CHECK(ibv_attach_mcast(qp, &group, 0) == 0);
	CHECK(ibv_detach_mcast(qp, &group, 1) == EINVAL);
	CHECK(ibv_destroy_qp(qp) == EBUSY);
	CHECK(ibv_detach_mcast(qp, &group, 0) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
}

static void test_attach_twice(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_UD, f->cq, f->cq, NULL);

	CHECK(ibv_attach_mcast(qp, &group, 7) == 0);
	CHECK(ibv_attach_mcast(qp, &group, 7) == 0);
	CHECK(ibv_attach_mcast(qp, &group, 8) == 0);
	CHECK(ibv_detach_mcast(qp, &group, 7) == 0);
	CHECK(ibv_detach_mcast(qp, &group, 7) == EINVAL);
	CHECK(ibv_destroy_qp(qp) == EBUSY);
	CHECK(ibv_detach_mcast(qp, &group, 8) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
}

static void test_gids(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_UD, f->cq, f->cq, NULL);
	union ibv_gid ipv4 = { .raw = { [10] = 0xff, 0xff, 224, 0, 0, 1 } }, unicast;

	CHECK(ibv_query_gid(f->ctx, 1, 3, &unicast) == 0);
	CHECK(ibv_attach_mcast(qp, &unicast, 0) == EINVAL);
	CHECK(ibv_attach_mcast(qp, &ipv4, 0) == 0);
	CHECK(ibv_detach_mcast(qp, &ipv4, 0) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
}

static void test_types(struct fixture *f)
{
	struct ibv_qp *rc = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_qp *raw = create_qp(f, IBV_QPT_RAW_PACKET, f->cq, f->cq, NULL);

	CHECK(ibv_attach_mcast(rc, &group, 0) == EINVAL);
	CHECK(ibv_attach_mcast(raw, &group, 0) == EINVAL);
	CHECK(ibv_destroy_qp(rc) == 0);
	CHECK(ibv_destroy_qp(raw) == 0);
}

const struct test mcast_tests[] = {
	{ "attach and detach", ANY_MODEL, test_attach },
	{ "attach twice", ANY_MODEL, test_attach_twice },
	{ "multicast GIDs", ANY_MODEL, test_gids },
	{ "multicast is for UD", ANY_MODEL, test_types },
	{},
};
