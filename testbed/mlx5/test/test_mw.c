/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#define REMOTE 65536			/* offset in the buffer */
#define WINDOW 128			/* bytes */
#define BIND_ID 100

#define REMOTE_ACCESS \
	(IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)

/* Queue pair b binds a window to its region, and a accesses it. */
struct setup {
	struct pair pair;
	struct ibv_mr *mr;
	struct ibv_mw *mw;
};

static void set_up(struct fixture *f, enum ibv_mw_type type, struct setup *s)
{
	create_pair(f, IBV_QPT_RC, &s->pair);
	s->mr = ibv_reg_mr(f->pd, f->buf + REMOTE, 4096, ALL_ACCESS | IBV_ACCESS_MW_BIND);
	s->mw = ibv_alloc_mw(f->pd, type);
	CHECK(s->mr != NULL && s->mw != NULL);
}

static void clean_up(struct setup *s)
{
	destroy_pair(&s->pair);
	CHECK(ibv_dealloc_mw(s->mw) == 0);
	CHECK(ibv_dereg_mr(s->mr) == 0);
}

static struct ibv_mw_bind_info bind_info(const struct setup *s, uint64_t offset, uint64_t length)
{
	return (struct ibv_mw_bind_info) {
		.mr = s->mr,
		.addr = (uintptr_t)s->mr->addr + offset,
		.length = length,
		.mw_access_flags = REMOTE_ACCESS,
	};
}

static enum ibv_wc_status status_of(struct ibv_cq *cq, enum ibv_wc_opcode opcode)
{
	struct ibv_wc wc;

	if (!CHECK(next_completion(cq, &wc)))
		return IBV_WC_GENERAL_ERR;
	CHECK(wc.wr_id == BIND_ID);
	CHECK(wc.status != IBV_WC_SUCCESS || wc.opcode == opcode);
	return wc.status;
}

static enum ibv_wc_status bind_type_1(struct setup *s, struct ibv_mw_bind_info info)
{
	struct ibv_mw_bind bind = {
		.wr_id = BIND_ID,
		.send_flags = IBV_SEND_SIGNALED,
		.bind_info = info,
	};

	CHECK(ibv_bind_mw(s->pair.b, s->mw, &bind) == 0);
	return status_of(s->pair.b->send_cq, IBV_WC_BIND_MW);
}

/* Binds the window. The library does not store the new key in the window, so this function does. */
static enum ibv_wc_status bind_type_2(struct setup *s, uint8_t tag, struct ibv_mw_bind_info info)
{
	struct ibv_send_wr wr = {
		.wr_id = BIND_ID,
		.opcode = IBV_WR_BIND_MW,
		.send_flags = IBV_SEND_SIGNALED,
		.bind_mw = {
			.mw = s->mw,
			.rkey = (s->mw->rkey & ~0xffu) | tag,
			.bind_info = info,
		},
	}, *bad;
	enum ibv_wc_status status;

	CHECK(ibv_post_send(s->pair.b, &wr, &bad) == 0);
	status = status_of(s->pair.b->send_cq, IBV_WC_BIND_MW);
	if (status == IBV_WC_SUCCESS)
		s->mw->rkey = wr.bind_mw.rkey;
	return status;
}

static enum ibv_wc_status invalidate(struct ibv_qp *qp, struct ibv_cq *cq, uint32_t rkey)
{
	struct ibv_send_wr wr = {
		.wr_id = BIND_ID,
		.opcode = IBV_WR_LOCAL_INV,
		.send_flags = IBV_SEND_SIGNALED,
		.invalidate_rkey = rkey,
	}, *bad;

	CHECK(ibv_post_send(qp, &wr, &bad) == 0);
	return status_of(cq, IBV_WC_LOCAL_INV);
}

static enum ibv_wc_status use_at(struct fixture *f, struct ibv_qp *qp, struct ibv_cq *cq,
				 enum ibv_wr_opcode opcode, uint32_t rkey, uint64_t addr)
{
	struct ibv_send_wr wr = {
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = { addr, rkey },
	};
	struct ibv_wc wc;

	CHECK(post_send(qp, &wr, f->mr, f->buf, 8) == 0);
	return next_completion(cq, &wc) ? wc.status : IBV_WC_GENERAL_ERR;
}

static enum ibv_wc_status use(struct fixture *f, struct setup *s, enum ibv_wr_opcode opcode,
			      uint64_t offset)
{
	return use_at(f, s->pair.a, f->cq, opcode, s->mw->rkey,
		      (uintptr_t)s->mr->addr + offset);
}

/* Checks that the access fails and raises an event at b. */
static void check_refused(struct fixture *f, struct setup *s, enum ibv_wr_opcode opcode,
			  uint64_t offset)
{
	CHECK(use(f, s, opcode, offset) == IBV_WC_REM_ACCESS_ERR);
	CHECK(raises(f, IBV_EVENT_QP_ACCESS_ERR, s->pair.b));
}

static void test_type_1(struct fixture *f)
{
	struct ibv_mw_bind_info none = {};
	struct setup s;
	uint32_t key;

	set_up(f, IBV_MW_TYPE_1, &s);
	CHECK(bind_type_1(&s, bind_info(&s, 64, WINDOW)) == IBV_WC_SUCCESS);
	strcpy(f->buf, "window");
	CHECK(use(f, &s, IBV_WR_RDMA_WRITE, 64) == IBV_WC_SUCCESS);
	CHECK(!strcmp(f->buf + REMOTE + 64, "window"));
	CHECK(ibv_dereg_mr(s.mr) == EBUSY);

	/* A second binding replaces the first one and the key. */
	key = s.mw->rkey;
	CHECK(bind_type_1(&s, bind_info(&s, 1024, WINDOW)) == IBV_WC_SUCCESS);
	CHECK(s.mw->rkey != key);
	CHECK(use(f, &s, IBV_WR_RDMA_READ, 1024) == IBV_WC_SUCCESS);
	CHECK(bind_type_1(&s, none) == IBV_WC_SUCCESS);
	check_refused(f, &s, IBV_WR_RDMA_READ, 1024);
	clean_up(&s);
}

static void test_bounds(struct fixture *f)
{
	static const uint64_t offsets[] = { 63, 64 + WINDOW - 7 };
	struct setup s;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		set_up(f, IBV_MW_TYPE_1, &s);
		CHECK(bind_type_1(&s, bind_info(&s, 64, WINDOW)) == IBV_WC_SUCCESS);
		check_refused(f, &s, IBV_WR_RDMA_WRITE, offsets[i]);
		clean_up(&s);
	}
}

static void test_rights(struct fixture *f)
{
	struct ibv_mw_bind_info info;
	struct setup s;

	set_up(f, IBV_MW_TYPE_1, &s);
	info = bind_info(&s, 0, WINDOW);
	info.mw_access_flags = IBV_ACCESS_REMOTE_READ;
	CHECK(bind_type_1(&s, info) == IBV_WC_SUCCESS);
	CHECK(use(f, &s, IBV_WR_RDMA_READ, 0) == IBV_WC_SUCCESS);
	check_refused(f, &s, IBV_WR_RDMA_WRITE, 0);
	clean_up(&s);
}

/* Only the queue pair that bound a type 2 window may use it. A second binding fails. */
static void test_type_2(struct fixture *f)
{
	struct setup s;
	struct pair other;

	set_up(f, IBV_MW_TYPE_2, &s);
	CHECK(bind_type_2(&s, 0xba, bind_info(&s, 0, WINDOW)) == IBV_WC_SUCCESS);
	CHECK((s.mw->rkey & 0xff) == 0xba);
	CHECK(use(f, &s, IBV_WR_RDMA_WRITE, 0) == IBV_WC_SUCCESS);
	create_pair(f, IBV_QPT_RC, &other);
	CHECK(use_at(f, other.a, f->cq, IBV_WR_RDMA_READ, s.mw->rkey, (uintptr_t)s.mr->addr) ==
	      IBV_WC_REM_ACCESS_ERR);
	CHECK(raises(f, IBV_EVENT_QP_ACCESS_ERR, other.b));
	destroy_pair(&other);
	CHECK(bind_type_2(&s, 0xbb, bind_info(&s, 0, WINDOW)) == IBV_WC_MW_BIND_ERR);
	CHECK(state_of(s.pair.b) == IBV_QPS_ERR);
	clean_up(&s);
}

static void test_zero_based(struct fixture *f)
{
	struct ibv_mw_bind_info info;
	struct setup s;

	set_up(f, IBV_MW_TYPE_2, &s);
	info = bind_info(&s, 64, WINDOW);
	info.mw_access_flags |= IBV_ACCESS_ZERO_BASED;
	CHECK(bind_type_2(&s, 1, info) == IBV_WC_SUCCESS);
	strcpy(f->buf, "zero");
	CHECK(use_at(f, s.pair.a, f->cq, IBV_WR_RDMA_WRITE, s.mw->rkey, 4) == IBV_WC_SUCCESS);
	CHECK(!strcmp(f->buf + REMOTE + 68, "zero"));
	clean_up(&s);
}

static void test_local_invalidate(struct fixture *f)
{
	struct setup s;

	set_up(f, IBV_MW_TYPE_2, &s);
	CHECK(bind_type_2(&s, 1, bind_info(&s, 0, WINDOW)) == IBV_WC_SUCCESS);
	CHECK(invalidate(s.pair.b, f->cq2, s.mw->rkey) == IBV_WC_SUCCESS);
	CHECK(bind_type_2(&s, 2, bind_info(&s, 0, WINDOW)) == IBV_WC_SUCCESS);
	CHECK(use(f, &s, IBV_WR_RDMA_READ, 0) == IBV_WC_SUCCESS);
	CHECK(invalidate(s.pair.b, f->cq2, s.mw->rkey) == IBV_WC_SUCCESS);
	check_refused(f, &s, IBV_WR_RDMA_READ, 0);
	clean_up(&s);
}

/* Invalidating a window of another queue pair, a type 1 window or a region fails. */
static void test_local_invalidate_refused(struct fixture *f)
{
	struct setup s;

	set_up(f, IBV_MW_TYPE_2, &s);
	CHECK(bind_type_2(&s, 1, bind_info(&s, 0, WINDOW)) == IBV_WC_SUCCESS);
	CHECK(invalidate(s.pair.a, f->cq, s.mw->rkey) == IBV_WC_MW_BIND_ERR);
	CHECK(invalidate(s.pair.b, f->cq2, s.mr->rkey) == IBV_WC_MW_BIND_ERR);
	clean_up(&s);
	set_up(f, IBV_MW_TYPE_1, &s);
	CHECK(bind_type_1(&s, bind_info(&s, 0, WINDOW)) == IBV_WC_SUCCESS);
	CHECK(invalidate(s.pair.b, f->cq2, s.mw->rkey) == IBV_WC_MW_BIND_ERR);
	clean_up(&s);
}

static int send_invalidating(struct fixture *f, struct setup *s, uint32_t rkey)
{
	struct ibv_send_wr wr = {
		.wr_id = 3,
		.opcode = IBV_WR_SEND_WITH_INV,
		.send_flags = IBV_SEND_SIGNALED,
		.invalidate_rkey = rkey,
	};

	CHECK(post_recv(s->pair.b, 4, f->mr, f->buf + 4096, 64) == 0);
	return post_send(s->pair.a, &wr, f->mr, f->buf, 8);
}

static void test_send_with_invalidate(struct fixture *f)
{
	struct setup s;
	struct ibv_wc wc;

	set_up(f, IBV_MW_TYPE_2, &s);
	CHECK(bind_type_2(&s, 1, bind_info(&s, 0, WINDOW)) == IBV_WC_SUCCESS);
	CHECK(send_invalidating(f, &s, s.mw->rkey) == 0);
	CHECK(completes(f->cq, 3));
	CHECK(next_completion(f->cq2, &wc));
	CHECK(wc.status == IBV_WC_SUCCESS && wc.wc_flags & IBV_WC_WITH_INV);
	CHECK(wc.invalidated_rkey == s.mw->rkey);
	check_refused(f, &s, IBV_WR_RDMA_READ, 0);
	clean_up(&s);
}

static void test_send_with_invalidate_refused(struct fixture *f)
{
	struct setup s;
	struct ibv_wc wc;

	set_up(f, IBV_MW_TYPE_1, &s);
	CHECK(bind_type_1(&s, bind_info(&s, 0, WINDOW)) == IBV_WC_SUCCESS);
	CHECK(send_invalidating(f, &s, s.mw->rkey) == 0);
	CHECK(next_completion(f->cq2, &wc) && wc.wr_id == 4 && wc.status == IBV_WC_MW_BIND_ERR);
	CHECK(state_of(s.pair.b) == IBV_QPS_ERR);
	CHECK(fails(f->cq, 3, IBV_WC_RETRY_EXC_ERR));
	clean_up(&s);
}

static void check_bind_error(struct fixture *f, int access)
{
	struct setup s;

	set_up(f, IBV_MW_TYPE_1, &s);
	CHECK(ibv_dereg_mr(s.mr) == 0);
	s.mr = ibv_reg_mr(f->pd, f->buf + REMOTE, 4096, access);
	CHECK(bind_type_1(&s, bind_info(&s, 0, WINDOW)) == IBV_WC_MW_BIND_ERR);
	CHECK(state_of(s.pair.b) == IBV_QPS_ERR);
	clean_up(&s);
}

/* Binding fails without the right to bind, or to a read-only region. */
static void test_bind_errors(struct fixture *f)
{
	check_bind_error(f, ALL_ACCESS);
	check_bind_error(f, IBV_ACCESS_MW_BIND | IBV_ACCESS_REMOTE_READ);
}

/* A window may end beyond its region, but an access beyond the region fails. */
static void test_bind_beyond_region(struct fixture *f)
{
	struct setup s;

	set_up(f, IBV_MW_TYPE_1, &s);
	CHECK(bind_type_1(&s, bind_info(&s, 4096 - WINDOW + 8, WINDOW)) == IBV_WC_SUCCESS);
	CHECK(use(f, &s, IBV_WR_RDMA_WRITE, 4096 - 8) == IBV_WC_SUCCESS);
	check_refused(f, &s, IBV_WR_RDMA_WRITE, 4096);
	clean_up(&s);
}

/* Binding to a region of another domain fails. For type 1, the library already fails. */
static void test_bind_other_domain(struct fixture *f)
{
	struct ibv_pd *pd = ibv_alloc_pd(f->ctx);
	struct setup s;

	set_up(f, IBV_MW_TYPE_2, &s);
	CHECK(ibv_dereg_mr(s.mr) == 0);
	s.mr = ibv_reg_mr(pd, f->buf + REMOTE, 4096, ALL_ACCESS | IBV_ACCESS_MW_BIND);
	CHECK(bind_type_2(&s, 1, bind_info(&s, 0, WINDOW)) == IBV_WC_MW_BIND_ERR);
	clean_up(&s);
	CHECK(ibv_dealloc_pd(pd) == 0);
}

/* A bound window can be deallocated after its queue pair was destroyed. */
static void test_destroy_bound(struct fixture *f)
{
	struct setup s;

	set_up(f, IBV_MW_TYPE_2, &s);
	CHECK(bind_type_2(&s, 9, bind_info(&s, 0, WINDOW)) == IBV_WC_SUCCESS);
	destroy_pair(&s.pair);
	CHECK(ibv_dereg_mr(s.mr) == EBUSY);
	CHECK(ibv_dealloc_mw(s.mw) == 0);
	CHECK(ibv_dereg_mr(s.mr) == 0);
}

const struct test mw_tests[] = {
	{ "window of type 1", NEEDS_NIC, test_type_1 },
	{ "bounds of a window", NEEDS_NIC, test_bounds },
	{ "rights of a window", NEEDS_NIC, test_rights },
	{ "window of type 2", NEEDS_NIC, test_type_2 },
	{ "zero-based window", NEEDS_NIC, test_zero_based },
	{ "local invalidate", NEEDS_NIC, test_local_invalidate },
	{ "local invalidate, refused", NEEDS_NIC, test_local_invalidate_refused },
	{ "send with invalidate", NEEDS_NIC, test_send_with_invalidate },
	{ "send with invalidate, refused", NEEDS_NIC, test_send_with_invalidate_refused },
	{ "bind errors", NEEDS_NIC, test_bind_errors },
	{ "bind beyond the region", NEEDS_NIC, test_bind_beyond_region },
	{ "bind to a region of another domain", NEEDS_NIC, test_bind_other_domain },
	{ "destroy the QP of a bound window", NEEDS_NIC, test_destroy_bound },
	{},
};
