/* SPDX-License-Identifier: Apache-2.0 */
#include <arpa/inet.h>
#include <endian.h>

#include "test.h"

#define REMOTE 65536			/* offset in the buffer */

/* A pair, a region of b with certain rights, and a foreign domain with a region. */
struct setup {
	struct pair pair;
	struct ibv_mr *remote;
	struct ibv_pd *other_pd;
	struct ibv_mr *other;
};

static void set_up(struct fixture *f, enum ibv_qp_type type, int access, struct setup *s)
{
	create_pair(f, type, &s->pair);
	s->remote = ibv_reg_mr(f->pd, f->buf + REMOTE, 4096, access);
	s->other_pd = ibv_alloc_pd(f->ctx);
	s->other = ibv_reg_mr(s->other_pd, f->buf, BUF_SIZE, ALL_ACCESS);
	CHECK(s->remote != NULL && s->other != NULL);
}

static void clean_up(struct setup *s)
{
	destroy_pair(&s->pair);
	CHECK(ibv_dereg_mr(s->remote) == 0);
	CHECK(ibv_dereg_mr(s->other) == 0);
	CHECK(ibv_dealloc_pd(s->other_pd) == 0);
}

static struct ibv_send_wr request(struct fixture *f, enum ibv_wr_opcode opcode, uint32_t rkey,
				  int64_t offset)
{
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED,
		.imm_data = htonl(7),
	};
	uint64_t addr = (uintptr_t)f->buf + REMOTE + (uint64_t)offset;

	if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP) {
		wr.wr.atomic.remote_addr = addr;
		wr.wr.atomic.rkey = rkey;
		wr.wr.atomic.compare_add = 1;
	} else {
		wr.wr.rdma.remote_addr = addr;
		wr.wr.rdma.rkey = rkey;
	}
	return wr;
}

/* Posts the request from a. Expects this status, this event at b, and the state ERR on both sides. */
static void check_request(struct fixture *f, struct setup *s, struct ibv_send_wr wr,
			  const struct ibv_mr *local, enum ibv_wc_status status,
			  enum ibv_event_type event)
{
	CHECK(post_recv(s->pair.b, 2, f->mr, f->buf + 8192, 64) == 0);
	CHECK(post_send(s->pair.a, &wr, local, f->buf, 8) == 0);
	CHECK(fails(f->cq, 1, status));
	CHECK(state_of(s->pair.a) == IBV_QPS_ERR);
	CHECK(state_of(s->pair.b) == IBV_QPS_ERR);
	CHECK(raises(f, event, s->pair.b));
	CHECK(raises_nothing(f));
}

static void check_refused(struct fixture *f, enum ibv_wr_opcode opcode, int access,
			  int64_t offset, enum ibv_wc_status status, enum ibv_event_type event)
{
	struct setup s;

	set_up(f, IBV_QPT_RC, access, &s);
	check_request(f, &s, request(f, opcode, s.remote->rkey, offset), f->mr, status, event);
	CHECK(fails(f->cq2, 2, IBV_WC_WR_FLUSH_ERR));
	clean_up(&s);
}

static void check_access_error(struct fixture *f, enum ibv_wr_opcode opcode, int access,
			       int64_t offset)
{
	check_refused(f, opcode, access, offset, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

/* A remote access beyond the rights or the bounds of the region fails. */
static void test_region(struct fixture *f)
{
	check_access_error(f, IBV_WR_RDMA_WRITE, ALL_ACCESS & ~IBV_ACCESS_REMOTE_WRITE, 0);
	check_access_error(f, IBV_WR_RDMA_READ, ALL_ACCESS & ~IBV_ACCESS_REMOTE_READ, 0);
	check_access_error(f, IBV_WR_ATOMIC_FETCH_AND_ADD, ALL_ACCESS & ~IBV_ACCESS_REMOTE_ATOMIC,
			   0);
	check_access_error(f, IBV_WR_RDMA_WRITE, ALL_ACCESS, -1);
	check_access_error(f, IBV_WR_RDMA_READ, ALL_ACCESS, 4096 - 7);
	check_refused(f, IBV_WR_ATOMIC_CMP_AND_SWP, ALL_ACCESS, 4, IBV_WC_REM_INV_REQ_ERR,
		      IBV_EVENT_QP_REQ_ERR);
}

/* A remote access to a region of another domain fails. */
static void test_other_domain(struct fixture *f)
{
	struct setup s;

	set_up(f, IBV_QPT_RC, ALL_ACCESS, &s);
	check_request(f, &s, request(f, IBV_WR_RDMA_READ, s.other->rkey, 0), f->mr,
		      IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
	clean_up(&s);
}

/* If a write with immediate data fails, its receive entry also completes in error. */
static void test_write_with_immediate(struct fixture *f)
{
	struct setup s;

	set_up(f, IBV_QPT_RC, IBV_ACCESS_LOCAL_WRITE, &s);
	check_request(f, &s, request(f, IBV_WR_RDMA_WRITE_WITH_IMM, s.remote->rkey, 0), f->mr,
		      IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
	CHECK(fails(f->cq2, 2, IBV_WC_LOC_ACCESS_ERR));
	clean_up(&s);
}

/* An operation that the queue pair does not permit completes as an invalid request. */
static void test_queue_pair_flags(struct fixture *f)
{
	struct ibv_qp_attr attr = { .qp_access_flags = IBV_ACCESS_REMOTE_READ };
	struct setup s;

	set_up(f, IBV_QPT_RC, ALL_ACCESS, &s);
	CHECK(ibv_modify_qp(s.pair.b, &attr, IBV_QP_ACCESS_FLAGS) == 0);
	check_request(f, &s, request(f, IBV_WR_RDMA_WRITE, s.remote->rkey, 0), f->mr,
		      IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
	clean_up(&s);
}

/* Requests without data may have any key. */
static void test_zero_length(struct fixture *f)
{
	static const enum ibv_wr_opcode opcodes[] = { IBV_WR_RDMA_WRITE, IBV_WR_RDMA_READ };
	struct ibv_send_wr wr, *bad;
	struct pair pair;
	size_t i;

	create_pair(f, IBV_QPT_RC, &pair);
	for (i = 0; i < ARRAY_SIZE(opcodes); i++) {
		wr = request(f, opcodes[i], 0xdead, 0);
		CHECK(ibv_post_send(pair.a, &wr, &bad) == 0);
		CHECK(completes(f->cq, 1));
	}
	destroy_pair(&pair);
}

/*
 * Checks a request with a bad local key. The request fails before it is sent. If the key is for the
 * answer, the peer executes the request first.
 */
static void check_local_key(struct fixture *f, enum ibv_wr_opcode opcode, uint32_t rkey,
			    enum ibv_wc_status status)
{
	struct ibv_send_wr wr;
	struct setup s;

	set_up(f, IBV_QPT_RC, ALL_ACCESS, &s);
	wr = request(f, opcode, rkey ? rkey : s.remote->rkey, 0);
	CHECK(post_send(s.pair.a, &wr, s.other, f->buf, 8) == 0);
	CHECK(fails(f->cq, 1, status));
	CHECK(state_of(s.pair.a) == IBV_QPS_ERR);
	if (status == IBV_WC_LOC_PROT_ERR)
		CHECK(state_of(s.pair.b) == IBV_QPS_RTS);
	else
		CHECK(raises(f, IBV_EVENT_QP_ACCESS_ERR, s.pair.b));
	clean_up(&s);
}

static void test_local_keys(struct fixture *f)
{
	check_local_key(f, IBV_WR_SEND, 0, IBV_WC_LOC_PROT_ERR);
	check_local_key(f, IBV_WR_RDMA_WRITE, 0xdead, IBV_WC_LOC_PROT_ERR);
	check_local_key(f, IBV_WR_RDMA_READ, 0, IBV_WC_LOC_PROT_ERR);
	check_local_key(f, IBV_WR_RDMA_READ, 0xdead, IBV_WC_REM_ACCESS_ERR);
	check_local_key(f, IBV_WR_ATOMIC_FETCH_AND_ADD, 0, IBV_WC_LOC_PROT_ERR);
}

/* A read with inline data fails. */
static void test_inline_read(struct fixture *f)
{
	struct ibv_send_wr wr = request(f, IBV_WR_RDMA_READ, f->mr->rkey, 0);
	struct pair pair;

	create_pair(f, IBV_QPT_RC, &pair);
	wr.send_flags |= IBV_SEND_INLINE;
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 8) == 0);
	CHECK(fails(f->cq, 1, IBV_WC_LOC_QP_OP_ERR));
	CHECK(state_of(pair.b) == IBV_QPS_RTS);
	destroy_pair(&pair);
}

static void check_receive(struct fixture *f, const struct ibv_mr *mr, uint32_t length,
			  enum ibv_wc_status sender, enum ibv_wc_status receiver)
{
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct pair pair;

	create_pair(f, IBV_QPT_RC, &pair);
	CHECK(post_recv(pair.b, 2, mr, f->buf + 4096, length) == 0);
	CHECK(post_recv(pair.b, 3, f->mr, f->buf + 4096, length) == 0);
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 64) == 0);
	CHECK(fails(f->cq, 1, sender));
	CHECK(fails(f->cq2, 2, receiver));
	CHECK(fails(f->cq2, 3, IBV_WC_WR_FLUSH_ERR));
	CHECK(state_of(pair.a) == IBV_QPS_ERR && state_of(pair.b) == IBV_QPS_ERR);
	CHECK(raises_nothing(f));
	destroy_pair(&pair);
}

/* The completion of the receive entry reports the error, so no event is raised. */
static void test_receives(struct fixture *f)
{
	struct ibv_mr *read_only = ibv_reg_mr(f->pd, f->buf, 8192, 0);
	struct setup s;

	check_receive(f, f->mr, 63, IBV_WC_REM_INV_REQ_ERR, IBV_WC_LOC_LEN_ERR);
	check_receive(f, read_only, 64, IBV_WC_REM_OP_ERR, IBV_WC_LOC_PROT_ERR);
	set_up(f, IBV_QPT_RC, ALL_ACCESS, &s);
	check_receive(f, s.other, 64, IBV_WC_REM_OP_ERR, IBV_WC_LOC_PROT_ERR);
	clean_up(&s);
	CHECK(ibv_dereg_mr(read_only) == 0);
}

/* Only the bytes that arrive must be in the region (google/rdma-unit-test: RecvBufferBeyondRegion). */
static void test_long_element(struct fixture *f)
{
	struct ibv_mr *mr = ibv_reg_mr(f->pd, f->buf, 4096 + 64, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct pair pair;

	create_pair(f, IBV_QPT_RC, &pair);
	CHECK(post_recv(pair.b, 2, mr, f->buf + 4096, 128) == 0);
	CHECK(post_recv(pair.b, 3, mr, f->buf + 4096, 128) == 0);
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 64) == 0);
	CHECK(completes(f->cq, 1));
	CHECK(completes(f->cq2, 2));
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 65) == 0);
	CHECK(fails(f->cq, 1, IBV_WC_REM_OP_ERR));
	CHECK(fails(f->cq2, 3, IBV_WC_LOC_PROT_ERR));
	destroy_pair(&pair);
	CHECK(ibv_dereg_mr(mr) == 0);
}

/* A posted receive fails if its region is deregistered. */
static void test_deregistered(struct fixture *f)
{
	struct ibv_mr *mr = ibv_reg_mr(f->pd, f->buf, 8192, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct pair pair;

	create_pair(f, IBV_QPT_RC, &pair);
	CHECK(post_recv(pair.b, 2, mr, f->buf + 4096, 64) == 0);
	CHECK(ibv_dereg_mr(mr) == 0);
	CHECK(post_send(pair.a, &wr, f->mr, f->buf, 64) == 0);
	CHECK(fails(f->cq, 1, IBV_WC_REM_OP_ERR));
	CHECK(fails(f->cq2, 2, IBV_WC_LOC_PROT_ERR));
	destroy_pair(&pair);
}

/* In ERR all requests are flushed in order, including unsignaled ones. */
static void test_flush(struct fixture *f)
{
	struct ibv_send_wr wr = { .opcode = IBV_WR_SEND };
	struct pair pair;
	uint64_t i;

	create_pair(f, IBV_QPT_RC, &pair);
	for (i = 0; i < 5; i++)
		CHECK(post_recv(pair.b, i, f->mr, f->buf, 8) == 0);
	CHECK(to_state(pair.b, IBV_QPS_ERR) == 0);
	for (i = 5; i < 10; i++)
		CHECK(post_recv(pair.b, i, f->mr, f->buf, 8) == 0);
	for (i = 0; i < 10; i++)
		CHECK(fails(f->cq2, i, IBV_WC_WR_FLUSH_ERR));
	for (i = 10; i < 15; i++) {
		wr.wr_id = i;
		wr.send_flags = i % 2 ? IBV_SEND_SIGNALED : 0;
		CHECK(post_send(pair.b, &wr, f->mr, f->buf, 8) == 0);
	}
	for (i = 10; i < 15; i++)
		CHECK(fails(f->cq2, i, IBV_WC_WR_FLUSH_ERR));
	CHECK(stays_empty(f->cq2));
	destroy_pair(&pair);
}

const struct test access_tests[] = {
	{ "rights and bounds of a region", NEEDS_NIC, test_region },
	{ "a region of another domain", NEEDS_NIC, test_other_domain },
	{ "write with immediate, refused", NEEDS_NIC, test_write_with_immediate },
	{ "access flags of a QP", NEEDS_NIC, test_queue_pair_flags },
	{ "zero length", NEEDS_NIC, test_zero_length },
	{ "local keys", NEEDS_NIC, test_local_keys },
	{ "inline read", NEEDS_NIC, test_inline_read },
	{ "receives too small or without rights", NEEDS_NIC, test_receives },
	{ "receive element beyond its region", NEEDS_NIC, test_long_element },
	{ "receive in a deregistered region", NEEDS_NIC, test_deregistered },
	{ "flush in ERR", NEEDS_NIC, test_flush },
	{},
};
