#include <stdio.h>

#include "test.h"

static struct ibv_srq *create_srq(struct fixture *f, struct ibv_srq_init_attr *attr)
{
	struct ibv_srq *srq = ibv_create_srq(f->pd, attr);

	CHECK(srq != NULL);
	return srq;
}

/* What is granted; the kernel knows of about twice as many on mlx5, for its library asks for it. */
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

/* The library wants a CQ that can tell tags before it asks the kernel. */
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

/* Often enough for the rings to wrap. */
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

const struct test srq_tests[] = {
	{ "SRQ sizes", ANY_MODEL, test_sizes },
	{ "modify SRQ", ANY_MODEL, test_modify },
	{ "tag matching SRQ", NEEDS_MLX5, test_tag_matching },
	{ "SRQ data", NEEDS_NIC, test_data },
	{},
};
