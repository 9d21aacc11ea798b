/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <rdma/ib_user_verbs.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test.h"

static struct ibv_xrcd *open_xrcd(struct ibv_context *ctx, int fd, int oflags)
{
	struct ibv_xrcd_init_attr attr = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = fd,
		.oflags = oflags,
	};

	return ibv_open_xrcd(ctx, &attr);
}

static struct ibv_srq *create_srq(struct fixture *f, struct ibv_xrcd *xrcd)
{
	struct ibv_srq_init_attr_ex attr = {
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_XRCD |
			     IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_PD,
		.attr = { .max_wr = 50, .max_sge = 2 },
		.srq_type = IBV_SRQT_XRC,
		.pd = f->pd,
		.xrcd = xrcd,
		.cq = f->cq2,
	};

	return ibv_create_srq_ex(f->ctx, &attr);
}

static struct ibv_qp *create_target(struct ibv_context *ctx, struct ibv_xrcd *xrcd)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_XRC_RECV,
		.comp_mask = IBV_QP_INIT_ATTR_XRCD,
		.xrcd = xrcd,
	};

	return ibv_create_qp_ex(ctx, &attr);
}

static struct ibv_qp *open_target(struct ibv_context *ctx, struct ibv_xrcd *xrcd, uint32_t qp_num)
{
	struct ibv_qp_open_attr attr = {
		.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE,
		.qp_num = qp_num,
		.xrcd = xrcd,
		.qp_type = IBV_QPT_XRC_RECV,
	};

	return ibv_open_qp(ctx, &attr);
}

static void test_private_domain(struct fixture *f)
{
	struct ibv_xrcd *xrcd = open_xrcd(f->ctx, -1, O_CREAT);
	struct ibv_srq *srq = create_srq(f, xrcd);
	struct ibv_qp *qp = create_target(f->ctx, xrcd);

	CHECK(srq != NULL && qp != NULL);
	CHECK(ibv_close_xrcd(xrcd) == EBUSY);
	CHECK(ibv_destroy_cq(f->cq2) == EBUSY);
	CHECK(ibv_destroy_srq(srq) == 0);
	CHECK(ibv_close_xrcd(xrcd) == EBUSY);
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_close_xrcd(xrcd) == 0);
}

static void test_shared_domain(struct fixture *f)
{
	int fd = memfd_create("xrcd", MFD_CLOEXEC);
	struct ibv_xrcd *first, *second;
	struct ibv_qp *qp;

	CHECK(!open_xrcd(f->ctx, fd, 0) && errno == EAGAIN);
	CHECK(!open_xrcd(f->ctx, 12345, O_CREAT) && errno == EBADF);
	first = open_xrcd(f->ctx, fd, O_CREAT | O_EXCL);
	CHECK(first != NULL);
	CHECK(!open_xrcd(f->ctx, fd, O_CREAT | O_EXCL) && errno == EINVAL);
	second = open_xrcd(f->ctx, fd, 0);
	CHECK(second != NULL);

	/* A queue pair keeps only the handle through which it was created in use. */
	qp = create_target(f->ctx, first);
	CHECK(qp != NULL);
	CHECK(ibv_close_xrcd(second) == 0);
	CHECK(ibv_close_xrcd(first) == EBUSY);
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_close_xrcd(first) == 0);
	CHECK(!open_xrcd(f->ctx, fd, 0) && errno == EAGAIN);
	close(fd);
}

/*
 * Destroys an opened queue pair with a write command. mlx5_destroy_qp() of rdma-core 44 would crash
 * in mlx5_free_db(): it frees a doorbell record that opened queue pairs do not have.
 */
static int destroy_opened(struct ibv_context *ctx, const struct ibv_qp *qp)
{
	struct ib_uverbs_destroy_qp_resp resp;
	struct {
		struct ib_uverbs_cmd_hdr hdr;
		struct ib_uverbs_destroy_qp request;
	} cmd = {
		.hdr = {
			.command = IB_USER_VERBS_CMD_DESTROY_QP,
			.in_words = sizeof(cmd) / 4,
			.out_words = sizeof(resp) / 4,
		},
		.request = { .response = (uintptr_t)&resp, .qp_handle = qp->handle },
	};

	return write(ctx->cmd_fd, &cmd, sizeof(cmd)) == sizeof(cmd) ? 0 : errno;
}

/* Two contexts can share the domain of a file and its queue pairs. */
static void test_open_qp(struct fixture *f)
{
	struct ibv_context *ctx = ibv_open_device(f->ctx->device);
	int fd = memfd_create("xrcd", MFD_CLOEXEC);
	struct ibv_xrcd *mine = open_xrcd(f->ctx, fd, O_CREAT);
	struct ibv_xrcd *theirs = open_xrcd(ctx, fd, 0);
	struct ibv_xrcd *other = open_xrcd(ctx, -1, O_CREAT);
	struct ibv_qp *qp = create_target(f->ctx, mine), *opened;
	struct ibv_qp_init_attr init;
	uint32_t qp_num = qp->qp_num;
	struct ibv_qp_attr attr;

	CHECK(!open_target(ctx, other, qp_num) && errno == EINVAL);
	CHECK(!open_target(ctx, theirs, qp_num + 1) && errno == EINVAL);
	opened = open_target(ctx, theirs, qp_num);
	if (!CHECK(opened != NULL))
		return;
	CHECK(opened->qp_num == qp_num);

	/* The queue pair keeps its state after its creator has destroyed its handle. */
	CHECK(to_init(qp) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_close_xrcd(mine) == 0);
	CHECK(ibv_query_qp(opened, &attr, IBV_QP_STATE, &init) == 0);
	CHECK(attr.qp_state == IBV_QPS_INIT);
	CHECK(ibv_close_xrcd(theirs) == EBUSY);
	CHECK(destroy_opened(ctx, opened) == 0);
	CHECK(!open_target(ctx, theirs, qp_num) && errno == EINVAL);
	CHECK(ibv_close_xrcd(theirs) == 0);
	CHECK(ibv_close_xrcd(other) == 0);
	CHECK(ibv_close_device(ctx) == 0);
	close(fd);
}

static void test_creation_rules(struct fixture *f)
{
	struct ibv_xrcd *xrcd = open_xrcd(f->ctx, -1, O_CREAT);
	struct ibv_srq *srq = create_srq(f, xrcd);
	struct ibv_qp_init_attr attr = {
		.send_cq = f->cq,
		.recv_cq = f->cq,
		.srq = srq,
		.qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 1, .max_send_sge = 1 },
	};

	CHECK(!ibv_create_qp(f->pd, &attr) && errno == EINVAL);
	CHECK(ibv_destroy_srq(srq) == 0);
	CHECK(ibv_close_xrcd(xrcd) == 0);
}

static void test_data(struct fixture *f)
{
	struct ibv_xrcd *xrcd = open_xrcd(f->ctx, -1, O_CREAT);
	struct ibv_srq *srq = create_srq(f, xrcd);
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_XRC_SEND,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = f->pd,
		.send_cq = f->cq,
		.cap = { .max_send_wr = 16, .max_send_sge = 2, .max_inline_data = 32 },
	};
	struct ibv_qp *target = create_target(f->ctx, xrcd);
	struct ibv_qp *initiator = ibv_create_qp_ex(f->ctx, &attr);
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};

	CHECK(attr.cap.max_recv_wr == 0);
	connect_qp(target, initiator->qp_num);
	connect_qp(initiator, target->qp_num);
	CHECK(ibv_get_srq_num(srq, &wr.qp_type.xrc.remote_srqn) == 0);
	CHECK(post_srq_recv(srq, 66, f->mr, f->buf + 4096, 50) == 0);
	strcpy(f->buf, "xrc!");
	CHECK(post_send(initiator, &wr, f->mr, f->buf, 20) == 0);
	CHECK(completes(f->cq, 1));
	CHECK(completes(f->cq2, 66));
	CHECK(!strcmp(f->buf + 4096, "xrc!"));
	CHECK(ibv_destroy_qp(target) == 0);
	CHECK(ibv_destroy_qp(initiator) == 0);
	CHECK(ibv_destroy_srq(srq) == 0);
	CHECK(ibv_close_xrcd(xrcd) == 0);
}

const struct test xrc_tests[] = {
	{ "XRC domain without a file", ANY_MODEL, test_private_domain },
	{ "XRC domain of a file", ANY_MODEL, test_shared_domain },
	{ "open an XRC_RECV QP", ANY_MODEL, test_open_qp },
	{ "XRC SRQ on another type", ANY_MODEL, test_creation_rules },
	{ "XRC data", NEEDS_NIC, test_data },
	{},
};
