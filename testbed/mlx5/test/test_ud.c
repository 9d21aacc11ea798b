/* SPDX-License-Identifier: Apache-2.0 */
#include <arpa/inet.h>

#include "test.h"

#define GRH_SIZE 40
#define IPV4_SIZE 20
#define PAYLOAD 20
#define ALL_QPS 0xffffff		/* destination QP number of a multicast */
#define TRAFFIC_CLASS 0x28

/* Two queue pairs, and the address handle from a to b. */
struct setup {
	struct pair pair;
	struct ibv_ah *ah;
};

static void set_up(struct fixture *f, struct setup *s)
{
	struct ibv_ah_attr address;

	create_pair(f, IBV_QPT_UD, &s->pair);
	fill_address(&address);
	address.grh.traffic_class = TRAFFIC_CLASS;
	s->ah = ibv_create_ah(f->pd, &address);
	CHECK(s->ah != NULL);
	strcpy(f->buf, "datagram");
}

static void clean_up(struct setup *s)
{
	CHECK(ibv_destroy_ah(s->ah) == 0);
	destroy_pair(&s->pair);
}

static struct ibv_send_wr datagram(const struct setup *s)
{
	return (struct ibv_send_wr) {
		.wr_id = 4,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.ud = { s->ah, s->pair.b->qp_num, QKEY },
	};
}

static int post(struct fixture *f, struct setup *s, struct ibv_send_wr wr, uint32_t length)
{
	return post_send(s->pair.a, &wr, f->mr, f->buf, length);
}

static int post_room(struct fixture *f, struct ibv_qp *qp, uint64_t wr_id)
{
	return post_recv(qp, wr_id, f->mr, f->buf + 4096, GRH_SIZE + PAYLOAD);
}

static void test_send(struct fixture *f)
{
	struct ibv_send_wr wr;
	struct setup s;
	struct ibv_wc wc;

	set_up(f, &s);
	wr = datagram(&s);
	wr.opcode = IBV_WR_SEND_WITH_IMM;
	wr.imm_data = htonl(77);
	CHECK(post_room(f, s.pair.b, 5) == 0);
	CHECK(post(f, &s, wr, PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(next_completion(f->cq2, &wc));
	CHECK(wc.wr_id == 5 && wc.byte_len == GRH_SIZE + PAYLOAD);
	CHECK(wc.src_qp == s.pair.a->qp_num && wc.wc_flags & IBV_WC_GRH);
	CHECK(wc.wc_flags & IBV_WC_WITH_IMM && wc.imm_data == htonl(77));
	CHECK(!strcmp(f->buf + 4096 + GRH_SIZE, "datagram"));
	clean_up(&s);
}

/* The header contains the source, so that the receiver can create an address handle for a reply. */
static void test_header(struct fixture *f)
{
	const char *ip = f->buf + 4096 + GRH_SIZE - IPV4_SIZE;
	struct ibv_ah *back;
	struct setup s;
	struct ibv_wc wc;

	set_up(f, &s);
	CHECK(post_room(f, s.pair.b, 5) == 0);
	CHECK(post(f, &s, datagram(&s), PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(next_completion(f->cq2, &wc));
	CHECK(ip[0] == 0x45 && ip[1] == TRAFFIC_CLASS);
	back = ibv_create_ah_from_wc(f->pd, &wc, (struct ibv_grh *)(f->buf + 4096), 1);
	if (CHECK(back != NULL))
		CHECK(ibv_destroy_ah(back) == 0);
	clean_up(&s);
}

/* A datagram with a wrong Q_Key or QP number, or without a receive entry, is dropped silently. */
static void test_loss(struct fixture *f)
{
	struct ibv_send_wr wr;
	struct setup s;

	set_up(f, &s);
	CHECK(post(f, &s, datagram(&s), PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(post_room(f, s.pair.b, 5) == 0);
	wr = datagram(&s);
	wr.wr.ud.remote_qkey = QKEY + 1;
	CHECK(post(f, &s, wr, PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	wr = datagram(&s);
	wr.wr.ud.remote_qpn = 0xabcde;
	CHECK(post(f, &s, wr, PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(stays_empty(f->cq2));

	/* With this bit, the Q_Key of the sender's queue pair applies. */
	wr = datagram(&s);
	wr.wr.ud.remote_qkey = 0x80000000;
	CHECK(post(f, &s, wr, PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(completes(f->cq2, 5));
	clean_up(&s);
}

/* The query waits for the datagram. Without it, the thread of the NIC could find the later receive. */
static void test_loss_before_query(struct fixture *f)
{
	struct ibv_send_wr wr;
	struct setup s;

	set_up(f, &s);
	wr = datagram(&s);
	wr.send_flags = 0;
	CHECK(post(f, &s, wr, PAYLOAD) == 0);
	progress();
	CHECK(state_of(s.pair.a) == IBV_QPS_RTS);
	CHECK(post_room(f, s.pair.b, 5) == 0);
	CHECK(stays_empty(f->cq2));
	clean_up(&s);
}

static void test_other_address(struct fixture *f)
{
	struct ibv_ah_attr address;
	struct ibv_send_wr wr;
	struct setup s;

	set_up(f, &s);
	fill_address(&address);
	address.grh.dgid.raw[15]++;
	wr = datagram(&s);
	wr.wr.ud.ah = ibv_create_ah(f->pd, &address);
	CHECK(post_room(f, s.pair.b, 5) == 0);
	CHECK(post(f, &s, wr, PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(stays_empty(f->cq2));
	CHECK(ibv_destroy_ah(wr.wr.ud.ah) == 0);
	clean_up(&s);
}

/* Checks that an invalid request completes in error and stops the send queue. */
static void check_send_error(struct fixture *f, enum ibv_wr_opcode opcode, uint32_t length,
			     enum ibv_wc_status status)
{
	struct ibv_send_wr wr;
	struct setup s;

	set_up(f, &s);
	wr = datagram(&s);
	wr.opcode = opcode;
	CHECK(post_room(f, s.pair.b, 5) == 0);
	CHECK(post(f, &s, wr, length) == 0);
	CHECK(fails(f->cq, 4, status));
	CHECK(state_of(s.pair.a) == IBV_QPS_SQE);
	CHECK(stays_empty(f->cq2));
	CHECK(to_state(s.pair.a, IBV_QPS_RTS) == 0);
	CHECK(post(f, &s, datagram(&s), PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(completes(f->cq2, 5));
	clean_up(&s);
}

static void test_send_errors(struct fixture *f)
{
	struct ibv_port_attr port;

	CHECK(ibv_query_port(f->ctx, 1, &port) == 0);
	check_send_error(f, IBV_WR_SEND, (128u << port.active_mtu) + 1, IBV_WC_LOC_LEN_ERR);
	check_send_error(f, IBV_WR_RDMA_READ, PAYLOAD, IBV_WC_LOC_QP_OP_ERR);
	check_send_error(f, IBV_WR_RDMA_WRITE, PAYLOAD, IBV_WC_LOC_QP_OP_ERR);
	check_send_error(f, IBV_WR_ATOMIC_FETCH_AND_ADD, 8, IBV_WC_LOC_QP_OP_ERR);
}

/* A datagram that is too long is dropped, and the receive stays. */
static void test_small_receive(struct fixture *f)
{
	struct setup s;

	set_up(f, &s);
	CHECK(post_room(f, s.pair.b, 5) == 0);
	CHECK(post(f, &s, datagram(&s), PAYLOAD + 1) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(stays_empty(f->cq2));
	CHECK(post(f, &s, datagram(&s), PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(completes(f->cq2, 5));
	CHECK(state_of(s.pair.b) == IBV_QPS_RTS);
	clean_up(&s);
}

/* All members of the group receive a copy, including the sender if it is a member. */
static void test_multicast(struct fixture *f)
{
	struct ibv_ah_attr address;
	struct ibv_send_wr wr;
	struct setup s;

	set_up(f, &s);
	fill_address(&address);
	memcpy(&address.grh.dgid.raw[12], (uint8_t[]) { 239, 1, 2, 3 }, 4);
	wr = datagram(&s);
	wr.wr.ud.ah = ibv_create_ah(f->pd, &address);
	wr.wr.ud.remote_qpn = ALL_QPS;
	CHECK(post_room(f, s.pair.a, 6) == 0);
	CHECK(post_room(f, s.pair.b, 7) == 0);
	CHECK(ibv_attach_mcast(s.pair.b, &address.grh.dgid, 0) == 0);
	CHECK(post(f, &s, wr, PAYLOAD) == 0);
	CHECK(completes(f->cq, 4));
	CHECK(completes(f->cq2, 7));
	CHECK(stays_empty(f->cq));

	CHECK(ibv_detach_mcast(s.pair.b, &address.grh.dgid, 0) == 0);
	CHECK(ibv_attach_mcast(s.pair.a, &address.grh.dgid, 0) == 0);
	CHECK(post_room(f, s.pair.b, 8) == 0);
	CHECK(post(f, &s, wr, PAYLOAD) == 0);
	CHECK(completes(f->cq, 6));
	CHECK(completes(f->cq, 4));
	CHECK(stays_empty(f->cq2));
	CHECK(ibv_detach_mcast(s.pair.a, &address.grh.dgid, 0) == 0);
	CHECK(ibv_destroy_ah(wr.wr.ud.ah) == 0);
	clean_up(&s);
}

const struct test ud_tests[] = {
	{ "UD send", NEEDS_NIC, test_send },
	{ "UD header", NEEDS_NIC, test_header },
	{ "UD loss", NEEDS_NIC, test_loss },
	{ "UD loss before a query", NEEDS_NIC, test_loss_before_query },
	{ "UD to another address", NEEDS_NIC, test_other_address },
	{ "UD send errors", NEEDS_NIC, test_send_errors },
	{ "UD receive too small", NEEDS_NIC, test_small_receive },
	{ "UD multicast", NEEDS_NIC, test_multicast },
	{},
};
