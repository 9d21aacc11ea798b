/* SPDX-License-Identifier: Apache-2.0 */
#include <arpa/inet.h>

#include "test.h"

#define IMMEDIATE 0x1234
#define REMOTE 65536			/* offset in the buffer */

static int post(struct fixture *f, struct ibv_qp *qp, struct ibv_send_wr wr, size_t offset,
		uint32_t length)
{
	return post_send(qp, &wr, f->mr, f->buf + offset, length);
}

static void test_send(struct fixture *f)
{
	struct ibv_send_wr wr = {
		.wr_id = 22,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct pair pair;
	struct ibv_wc wc;

	create_pair(f, IBV_QPT_RC, &pair);
	strcpy(f->buf, "hello");
	CHECK(post_recv(pair.b, 11, f->mr, f->buf + 4096, 100) == 0);
	CHECK(post(f, pair.a, wr, 0, 6) == 0);
	CHECK(next_completion(f->cq, &wc));
	CHECK(wc.wr_id == 22 && wc.status == IBV_WC_SUCCESS && wc.opcode == IBV_WC_SEND);
	CHECK(wc.qp_num == pair.a->qp_num);
	CHECK(next_completion(f->cq2, &wc));
	CHECK(wc.wr_id == 11 && wc.status == IBV_WC_SUCCESS && wc.opcode == IBV_WC_RECV);
	CHECK(wc.byte_len == 6 && wc.qp_num == pair.b->qp_num);
	CHECK(!strcmp(f->buf + 4096, "hello"));
	destroy_pair(&pair);
}

/* The memory of an inline send may change after the post. The test runs until all rings have wrapped. */
static void test_inline(struct fixture *f)
{
	struct ibv_send_wr wr = {
		.opcode = IBV_WR_SEND_WITH_IMM,
		.send_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE,
		.imm_data = htonl(IMMEDIATE),
	};
	char *payload = f->buf + 8192, expected[64];
	struct pair pair;
	struct ibv_wc wc;
	uint32_t i, length;

	create_pair(f, IBV_QPT_RC, &pair);
	for (i = 0; i < 1000; i++) {
		length = 1 + i % sizeof(expected);
		memset(expected, 'a' + i % 26, sizeof(expected));
		memcpy(payload, expected, sizeof(expected));
		CHECK(post_recv(pair.b, i, f->mr, f->buf + 4096, 100) == 0);
		wr.wr_id = i;
		CHECK(post_send(pair.a, &wr, f->mr, payload, length) == 0);
		memset(payload, 0, sizeof(expected));
		CHECK(completes(f->cq, i));
		CHECK(next_completion(f->cq2, &wc));
		CHECK(wc.wr_id == i && wc.byte_len == length);
		CHECK(wc.wc_flags & IBV_WC_WITH_IMM && ntohl(wc.imm_data) == IMMEDIATE);
		CHECK(!memcmp(f->buf + 4096, expected, length));
	}
	destroy_pair(&pair);
}

static void test_write_read(struct fixture *f)
{
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = { (uintptr_t)f->buf + REMOTE, f->mr->rkey },
	};
	struct pair pair;
	struct ibv_wc wc;

	create_pair(f, IBV_QPT_RC, &pair);
	strcpy(f->buf, "write-me");
	CHECK(post(f, pair.a, wr, 0, 9) == 0);
	CHECK(next_completion(f->cq, &wc));
	CHECK(wc.opcode == IBV_WC_RDMA_WRITE && wc.status == IBV_WC_SUCCESS);
	CHECK(!strcmp(f->buf + REMOTE, "write-me"));

	wr.opcode = IBV_WR_RDMA_READ;
	CHECK(post(f, pair.a, wr, 200, 9) == 0);
	CHECK(next_completion(f->cq, &wc));
	CHECK(wc.opcode == IBV_WC_RDMA_READ && wc.status == IBV_WC_SUCCESS && wc.byte_len == 9);
	CHECK(!strcmp(f->buf + 200, "write-me"));
	destroy_pair(&pair);
}

static void test_atomics(struct fixture *f)
{
	uint64_t *target = (uint64_t *)(f->buf + REMOTE), *result = (uint64_t *)(f->buf + 256);
	struct ibv_send_wr wr = {
		.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.atomic = {
			.remote_addr = (uintptr_t)target,
			.rkey = f->mr->rkey,
			.compare_add = 5,
			.swap = 99,
		},
	};
	struct pair pair;
	struct ibv_wc wc;

	create_pair(f, IBV_QPT_RC, &pair);
	*target = 5;
	CHECK(post(f, pair.a, wr, 256, 8) == 0);
	CHECK(next_completion(f->cq, &wc));
	CHECK(wc.opcode == IBV_WC_FETCH_ADD && wc.status == IBV_WC_SUCCESS);
	CHECK(*result == 5 && *target == 10);

	*target = 5;
	wr.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
	CHECK(post(f, pair.a, wr, 256, 8) == 0);
	CHECK(next_completion(f->cq, &wc));
	CHECK(wc.opcode == IBV_WC_COMP_SWAP && wc.status == IBV_WC_SUCCESS);
	CHECK(*result == 5 && *target == 99);
	destroy_pair(&pair);
}

/* Only the last of seven requests is signaled. */
static void test_unsignaled(struct fixture *f)
{
	struct ibv_send_wr wr = {
		.opcode = IBV_WR_RDMA_WRITE,
		.wr.rdma = { (uintptr_t)f->buf + REMOTE, f->mr->rkey },
	};
	struct pair pair;
	struct ibv_wc wc;
	int i;

	create_pair(f, IBV_QPT_RC, &pair);
	for (i = 0; i < 7; i++) {
		wr.wr_id = 100 + i;
		wr.send_flags = i == 6 ? IBV_SEND_SIGNALED : 0;
		CHECK(post(f, pair.a, wr, 0, 8) == 0);
	}
	CHECK(completes(f->cq, 106));
	CHECK(ibv_poll_cq(f->cq, 1, &wc) == 0);
	destroy_pair(&pair);
}

/* The failed request completes first. Then all requests on both sides are flushed. */
static void test_error(struct fixture *f)
{
	struct ibv_send_wr wr = {
		.wr_id = 8,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = { 0x1000, 0xdead },
	};
	struct pair pair;
	struct ibv_wc wc;

	create_pair(f, IBV_QPT_RC, &pair);
	CHECK(post_recv(pair.b, 501, f->mr, f->buf, 8) == 0);
	CHECK(post(f, pair.a, wr, 0, 8) == 0);
	CHECK(next_completion(f->cq, &wc));
	CHECK(wc.wr_id == 8 && wc.status == IBV_WC_REM_ACCESS_ERR);
	CHECK(next_completion(f->cq2, &wc));
	CHECK(wc.wr_id == 501 && wc.status == IBV_WC_WR_FLUSH_ERR);
	wr.wr_id = 9;
	wr.send_flags = 0;
	CHECK(post(f, pair.a, wr, 0, 8) == 0);
	CHECK(next_completion(f->cq, &wc));
	CHECK(wc.wr_id == 9 && wc.status == IBV_WC_WR_FLUSH_ERR);

	/* After a reset, both queue pairs work again. */
	CHECK(to_state(pair.a, IBV_QPS_RESET) == 0);
	CHECK(to_state(pair.b, IBV_QPS_RESET) == 0);
	connect_qp(pair.a, pair.b->qp_num);
	connect_qp(pair.b, pair.a->qp_num);
	CHECK(post_recv(pair.b, 11, f->mr, f->buf + 4096, 100) == 0);
	wr.wr_id = 22;
	wr.opcode = IBV_WR_SEND;
	wr.send_flags = IBV_SEND_SIGNALED;
	CHECK(post(f, pair.a, wr, 0, 6) == 0);
	CHECK(completes(f->cq, 22));
	CHECK(completes(f->cq2, 11));
	destroy_pair(&pair);
}

const struct test rc_tests[] = {
	{ "RC send", NEEDS_NIC, test_send },
	{ "RC inline send with immediate", NEEDS_NIC, test_inline },
	{ "RC write and read", NEEDS_NIC, test_write_read },
	{ "RC atomics", NEEDS_NIC, test_atomics },
	{ "RC unsignaled", NEEDS_NIC, test_unsignaled },
	{ "RC remote access error, flush, reset", NEEDS_NIC, test_error },
	{},
};
