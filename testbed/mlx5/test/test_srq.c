/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "test.h"

static struct ibv_srq *create_srq(struct fixture *f, struct ibv_srq_init_attr *attr)
{
	struct ibv_srq *srq = ibv_create_srq(f->pd, attr);

	CHECK(srq != NULL);
	return srq;
}

/* Creation rounds max_wr up. On mlx5 a query returns a larger value, because the library requests more. */
static void test_sizes(struct fixture *f)
{
	struct ibv_srq_init_attr attr = { .attr = { .max_wr = 100, .max_sge = 3 } };
	struct ibv_srq *srq = create_srq(f, &attr);
	struct ibv_srq_attr answer;

	CHECK(attr.attr.max_wr == 127 && attr.attr.max_sge == 3);
	CHECK(ibv_query_srq(srq, &answer) == 0);
	CHECK(answer.max_wr >= 127 && answer.max_sge == 3);
	CHECK(ibv_destroy_srq(srq) == 0);

	attr.attr.max_wr = 1 << 20;
	CHECK(!ibv_create_srq(f->pd, &attr) && errno == EINVAL);
}

static void test_modify(struct fixture *f)
{
	struct ibv_srq_init_attr attr = {
		.attr = { .max_wr = 100, .max_sge = 1, .srq_limit = 10 },
	};
	struct ibv_srq *srq = create_srq(f, &attr);
	struct ibv_srq_attr answer;

	CHECK(ibv_query_srq(srq, &answer) == 0 && answer.srq_limit == 10);
	answer.srq_limit = 5;
	CHECK(ibv_modify_srq(srq, &answer, IBV_SRQ_LIMIT) == 0);
	CHECK(ibv_query_srq(srq, &answer) == 0 && answer.srq_limit == 5);
	CHECK(ibv_modify_srq(srq, &answer, IBV_SRQ_MAX_WR) == EINVAL);
	answer.srq_limit = answer.max_wr + 1;
	CHECK(ibv_modify_srq(srq, &answer, IBV_SRQ_LIMIT) == EINVAL);
	CHECK(ibv_destroy_srq(srq) == 0);
}

/* The kernel rejects an SRQ with tag matching. The library requires a CQ with tag information. */
static void test_tag_matching(struct fixture *f)
{
	struct ibv_cq_init_attr_ex cq_attr = { .cqe = 10, .wc_flags = IBV_WC_EX_WITH_TM_INFO };
	struct ibv_cq_ex *cq = ibv_create_cq_ex(f->ctx, &cq_attr);
	struct ibv_srq_init_attr_ex attr = {
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD |
			     IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_TM,
		.attr = { .max_wr = 10, .max_sge = 1 },
		.srq_type = IBV_SRQT_TM,
		.pd = f->pd,
		.cq = ibv_cq_ex_to_cq(cq),
		.tm_cap = { .max_num_tags = 16, .max_ops = 16 },
	};

	CHECK(!ibv_create_srq_ex(f->ctx, &attr) && errno == EINVAL);
	CHECK(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)) == 0);
}

/* Messages arrive in SRQ entries. The test runs until the rings have wrapped. */
static void test_data(struct fixture *f)
{
	struct ibv_srq_init_attr attr = { .attr = { .max_wr = 100, .max_sge = 3 } };
	struct ibv_srq *srq = create_srq(f, &attr);
	struct ibv_qp *sender = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_qp *receiver = create_qp(f, IBV_QPT_RC, f->cq2, f->cq2, srq);
	struct ibv_send_wr wr = { .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED };
	unsigned int i;

	connect_qp(sender, receiver->qp_num);
	connect_qp(receiver, sender->qp_num);
	for (i = 0; i < 400; i++) {
		CHECK(post_srq_recv(srq, 1000 + i, f->mr, f->buf + 4096, 64) == 0);
		sprintf(f->buf, "srq%u", i);
		wr.wr_id = i;
		CHECK(post_send(sender, &wr, f->mr, f->buf, 10) == 0);
		CHECK(completes(f->cq, i));
		CHECK(completes(f->cq2, 1000 + i));
		CHECK(!strcmp(f->buf, f->buf + 4096));
	}
	CHECK(ibv_destroy_qp(sender) == 0);
	CHECK(ibv_destroy_qp(receiver) == 0);
	CHECK(ibv_destroy_srq(srq) == 0);
}

static void take_one(struct fixture *f, struct ibv_qp *sender)
{
	struct ibv_send_wr wr = { .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED };

	CHECK(post_send(sender, &wr, f->mr, f->buf, 8) == 0);
	CHECK(completes(f->cq, 0));
	CHECK(completes(f->cq2, 0));
}

/* The event is raised once when fewer entries than the limit are left, until it is armed again. */
static void test_limit(struct fixture *f)
{
	struct ibv_srq_init_attr init = {
		.attr = { .max_wr = 100, .max_sge = 1, .srq_limit = 10 },
	};
	struct ibv_srq_attr attr = { .srq_limit = 3 };
	struct ibv_srq *srq = create_srq(f, &init);
	struct ibv_qp *sender = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_qp *receiver = create_qp(f, IBV_QPT_RC, f->cq2, f->cq2, srq);
	int i;

	connect_qp(sender, receiver->qp_num);
	connect_qp(receiver, sender->qp_num);
	for (i = 0; i < 6; i++)
		CHECK(post_srq_recv(srq, 0, f->mr, f->buf + 4096, 64) == 0);
	take_one(f, sender);
	CHECK(raises_nothing(f));	/* a limit at creation is not armed */

	CHECK(ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT) == 0);
	take_one(f, sender);
	take_one(f, sender);
	CHECK(raises_nothing(f));
	take_one(f, sender);
	CHECK(raises(f, IBV_EVENT_SRQ_LIMIT_REACHED, srq));
	CHECK(ibv_query_srq(srq, &attr) == 0 && attr.srq_limit == 0);
	take_one(f, sender);
	CHECK(raises_nothing(f));
	attr.srq_limit = 1;
	CHECK(ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT) == 0);
	take_one(f, sender);
	CHECK(raises(f, IBV_EVENT_SRQ_LIMIT_REACHED, srq));
	CHECK(ibv_destroy_qp(sender) == 0);
	CHECK(ibv_destroy_qp(receiver) == 0);
	CHECK(ibv_destroy_srq(srq) == 0);
}

/* The keys in SRQ entries belong to the domain of the SRQ, not to that of the queue pair. */
static void test_domain(struct fixture *f)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = 10, .max_sge = 1 } };
	struct ibv_pd *pd = ibv_alloc_pd(f->ctx);
	struct ibv_mr *mr = ibv_reg_mr(pd, f->buf, BUF_SIZE, ALL_ACCESS);
	struct ibv_srq *srq = ibv_create_srq(pd, &init);
	struct ibv_qp *sender = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_qp *receiver = create_qp(f, IBV_QPT_RC, f->cq2, f->cq2, srq);
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};

	connect_qp(sender, receiver->qp_num);
	connect_qp(receiver, sender->qp_num);
	CHECK(post_srq_recv(srq, 2, mr, f->buf + 4096, 64) == 0);
	CHECK(post_srq_recv(srq, 3, f->mr, f->buf + 4096, 64) == 0);
	CHECK(post_send(sender, &wr, f->mr, f->buf, 8) == 0);
	CHECK(completes(f->cq, 1));
	CHECK(completes(f->cq2, 2));
	CHECK(post_send(sender, &wr, f->mr, f->buf, 8) == 0);
	CHECK(fails(f->cq, 1, IBV_WC_REM_OP_ERR));
	CHECK(fails(f->cq2, 3, IBV_WC_LOC_PROT_ERR));
	CHECK(raises(f, IBV_EVENT_QP_LAST_WQE_REACHED, receiver));
	CHECK(ibv_destroy_qp(sender) == 0);
	CHECK(ibv_destroy_qp(receiver) == 0);
	CHECK(ibv_destroy_srq(srq) == 0);
	CHECK(ibv_dereg_mr(mr) == 0);
	CHECK(ibv_dealloc_pd(pd) == 0);
}

const struct test srq_tests[] = {
	{ "SRQ sizes", ANY_MODEL, test_sizes },
	{ "modify SRQ", ANY_MODEL, test_modify },
	{ "tag matching SRQ", NEEDS_MLX5, test_tag_matching },
	{ "SRQ data", NEEDS_NIC, test_data },
	{ "SRQ limit", NEEDS_NIC, test_limit },
	{ "SRQ of another domain", NEEDS_NIC, test_domain },
	{},
};
