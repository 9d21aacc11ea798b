#include "test.h"

#define GRH_SIZE 40

static void test_send(struct fixture *f)
{
	struct ibv_qp *a = create_qp(f, IBV_QPT_UD, f->cq, f->cq, NULL);
	struct ibv_qp *b = create_qp(f, IBV_QPT_UD, f->cq2, f->cq2, NULL);
	struct ibv_send_wr wr = {
		.wr_id = 4,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct ibv_ah_attr address;
	struct ibv_wc wc;

	fill_address(&address);
	wr.wr.ud.ah = ibv_create_ah(f->pd, &address);
	wr.wr.ud.remote_qpn = b->qp_num;
	wr.wr.ud.remote_qkey = QKEY;
	CHECK(wr.wr.ud.ah != NULL);
	connect_qp(a, 0);
	connect_qp(b, 0);
	strcpy(f->buf, "datagram");
	CHECK(post_recv(b, 5, f->mr, f->buf + 4096, 200) == 0);
	CHECK(post_send(a, &wr, f->mr, f->buf, 20) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(next_completion(f->cq2, &wc));
	CHECK(wc.wr_id == 5 && wc.byte_len == GRH_SIZE + 20);
	CHECK(wc.src_qp == a->qp_num && wc.wc_flags & IBV_WC_GRH);
	CHECK(!strcmp(f->buf + 4096 + GRH_SIZE, "datagram"));
	CHECK(ibv_destroy_ah(wr.wr.ud.ah) == 0);
	CHECK(ibv_destroy_qp(a) == 0);
	CHECK(ibv_destroy_qp(b) == 0);
}

const struct test ud_tests[] = {
	{ "UD send", NEEDS_NIC, test_send },
	{},
};
