/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

static void test_query_device(struct fixture *f)
{
	struct ibv_device_attr_ex attr;

	CHECK(ibv_query_device_ex(f->ctx, NULL, &attr) == 0);
	CHECK(attr.orig_attr.phys_port_cnt == 1);
	CHECK(attr.orig_attr.max_qp_wr > 0 && attr.orig_attr.max_cqe > 0);
	CHECK(attr.rss_caps.supported_qpts == 1u << IBV_QPT_RAW_PACKET);
}

static void test_query_port(struct fixture *f)
{
	struct ibv_port_attr attr;

	CHECK(ibv_query_port(f->ctx, 1, &attr) == 0);
	CHECK(attr.state == IBV_PORT_ACTIVE && attr.link_layer == IBV_LINK_LAYER_ETHERNET);
	CHECK(ibv_query_port(f->ctx, 2, &attr) == EINVAL);
}

/* The tables have the length that the port reports, both by command and in sysfs. */
static void test_tables(struct fixture *f)
{
	struct ibv_gid_entry entries[8];
	struct ibv_port_attr attr;
	union ibv_gid gid;
	__be16 pkey;

	CHECK(ibv_query_port(f->ctx, 1, &attr) == 0);
	CHECK(ibv_query_gid(f->ctx, 1, attr.gid_tbl_len - 1, &gid) == 0);
	CHECK(ibv_query_gid(f->ctx, 1, attr.gid_tbl_len, &gid) != 0);
	CHECK(ibv_query_pkey(f->ctx, 1, attr.pkey_tbl_len - 1, &pkey) == 0);
	CHECK(ibv_query_pkey(f->ctx, 1, attr.pkey_tbl_len, &pkey) != 0);
	CHECK(ibv_query_pkey(f->ctx, 1, 0, &pkey) == 0 && pkey == 0xffff);
	CHECK(ibv_query_gid(f->ctx, 1, 3, &gid) == 0);
	if (is_legacy())		/* only the ioctl() can query the table */
		return;
	CHECK(ibv_query_gid_table(f->ctx, entries, 8, 0) == 4);
	CHECK(!memcmp(&gid, &entries[3].gid, sizeof(gid)));
	CHECK(entries[3].gid_type == IBV_GID_TYPE_ROCE_V2);
}

static void test_open_twice(struct fixture *f)
{
	struct ibv_context *second = ibv_open_device(f->ctx->device);
	struct ibv_pd *pd;

	if (!CHECK(second != NULL))
		return;
	pd = ibv_alloc_pd(second);
	CHECK(pd != NULL && pd->handle != f->pd->handle);
	CHECK(ibv_dealloc_pd(pd) == 0);
	CHECK(ibv_close_device(second) == 0);
}

const struct test device_tests[] = {
	{ "query device", ANY_MODEL, test_query_device },
	{ "query port", ANY_MODEL, test_query_port },
	{ "GID and P_Key tables", ANY_MODEL, test_tables },
	{ "two contexts", ANY_MODEL, test_open_twice },
	{},
};
