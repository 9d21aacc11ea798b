/* SPDX-License-Identifier: Apache-2.0 */
#include <arpa/inet.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>

#include "packets.h"

#define PORT 4711
#define RECV_BUFFER_SIZE 256			/* size of each receive buffer */
#define RECEIVED 65536			/* offset of the receive buffers */
#define MSS 10

static void test_send(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RAW_PACKET, f->cq, f->cq, NULL);
	struct ibv_send_wr wr = {
		.wr_id = 44,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};

	connect_qp(qp, 0);
	CHECK(post_send(qp, &wr, f->mr, f->buf, 100) == 0);
	CHECK(completes(f->cq, 44));
	CHECK(ibv_destroy_qp(qp) == 0);
}

static int post(struct fixture *f, struct ibv_qp *qp, unsigned int flags, uint32_t length)
{
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED | flags,
	};

	return post_send(qp, &wr, f->mr, f->buf, length);
}

static char *recv_buffer(struct fixture *f, uint64_t index)
{
	return f->buf + RECEIVED + index * RECV_BUFFER_SIZE;
}

static int post_room(struct fixture *f, struct ibv_qp *qp, uint64_t index)
{
	return post_recv(qp, index, f->mr, recv_buffer(f, index), RECV_BUFFER_SIZE);
}

/* Returns whether the next packet at b has this index and length, and the contents of the buffer. */
static bool receives(struct fixture *f, uint64_t index, uint32_t length)
{
	struct ibv_wc wc;

	return next_completion(f->cq2, &wc) && wc.wr_id == index && wc.byte_len == length &&
	       !memcmp(recv_buffer(f, index), f->buf, length);
}

/* Rules match protocol and port. Other packets go to the default rule, or are dropped without one. */
static void test_delivery(struct fixture *f)
{
	struct ibv_flow *udp, *tcp, *others;
	struct pair pair;
	uint32_t length;

	create_pair(f, IBV_QPT_RAW_PACKET, &pair);
	CHECK(post_room(f, pair.b, 1) == 0 && post_room(f, pair.b, 2) == 0);
	CHECK(post_recv(pair.a, 3, f->mr, recv_buffer(f, 3), RECV_BUFFER_SIZE) == 0);
	udp = create_port_rule(pair.b, 0, IPPROTO_UDP, PORT);
	CHECK(udp != NULL);
	length = write_packet(f->buf, IPPROTO_UDP, 1, PORT + 1, "other port");
	CHECK(post(f, pair.a, 0, length) == 0 && completes(f->cq, 1));
	length = write_packet(f->buf, IPPROTO_TCP, 1, PORT, "other protocol");
	CHECK(post(f, pair.a, 0, length) == 0 && completes(f->cq, 1));
	CHECK(stays_empty(f->cq2));
	length = write_packet(f->buf, IPPROTO_UDP, 1, PORT, "wanted");
	CHECK(post(f, pair.a, 0, length) == 0 && completes(f->cq, 1));
	CHECK(receives(f, 1, length));

	tcp = create_port_rule(pair.b, 0, IPPROTO_TCP, PORT);
	others = create_default_rule(pair.a);
	length = write_packet(f->buf, IPPROTO_TCP, 1, PORT, "wanted, too");
	CHECK(post(f, pair.a, 0, length) == 0 && completes(f->cq, 1));
	CHECK(receives(f, 2, length));
	length = write_packet(f->buf, IPPROTO_TCP, 1, PORT + 1, "left");
	CHECK(post(f, pair.a, 0, length) == 0 && completes(f->cq, 3) && completes(f->cq, 1));
	CHECK(ibv_destroy_flow(udp) == 0);
	CHECK(ibv_destroy_flow(tcp) == 0);
	CHECK(ibv_destroy_flow(others) == 0);
	destroy_pair(&pair);
}

static void test_priority(struct fixture *f)
{
	struct ibv_flow *low, *high;
	struct pair pair;
	uint32_t length;

	create_pair(f, IBV_QPT_RAW_PACKET, &pair);
	CHECK(post_room(f, pair.b, 1) == 0);
	CHECK(post_recv(pair.a, 2, f->mr, recv_buffer(f, 2), RECV_BUFFER_SIZE) == 0);
	high = create_port_rule(pair.b, 1, IPPROTO_UDP, PORT);
	low = create_port_rule(pair.a, 2, IPPROTO_UDP, PORT);
	length = write_packet(f->buf, IPPROTO_UDP, 1, PORT, "to b");
	CHECK(post(f, pair.a, 0, length) == 0 && completes(f->cq, 1));
	CHECK(receives(f, 1, length));
	CHECK(ibv_destroy_flow(high) == 0);
	CHECK(post(f, pair.a, 0, length) == 0 && completes(f->cq, 2) && completes(f->cq, 1));
	CHECK(ibv_destroy_flow(low) == 0);
	destroy_pair(&pair);
}

/* The NIC writes the checksums of the sender's packets and checks them for the receiver. */
static void test_checksums(struct fixture *f)
{
	struct ibv_flow *rule;
	struct pair pair;
	uint32_t length;
	struct ibv_wc wc;

	create_pair(f, IBV_QPT_RAW_PACKET, &pair);
	rule = create_default_rule(pair.b);
	CHECK(post_room(f, pair.b, 1) == 0 && post_room(f, pair.b, 2) == 0);
	length = write_packet(f->buf, IPPROTO_TCP, 1, PORT, "checked");
	CHECK(post(f, pair.a, 0, length) == 0 && completes(f->cq, 1));
	CHECK(next_completion(f->cq2, &wc) && !(wc.wc_flags & IBV_WC_IP_CSUM_OK));
	CHECK(post(f, pair.a, IBV_SEND_IP_CSUM, length) == 0 && completes(f->cq, 1));
	CHECK(next_completion(f->cq2, &wc) && wc.wc_flags & IBV_WC_IP_CSUM_OK);
	CHECK(ibv_destroy_flow(rule) == 0);
	destroy_pair(&pair);
}

static void test_small_receive(struct fixture *f)
{
	struct ibv_flow *rule;
	struct pair pair;
	uint32_t length;

	create_pair(f, IBV_QPT_RAW_PACKET, &pair);
	rule = create_default_rule(pair.b);
	length = write_packet(f->buf, IPPROTO_UDP, 1, PORT, "too long");
	CHECK(post_recv(pair.b, 1, f->mr, recv_buffer(f, 1), length - 1) == 0);
	CHECK(post_room(f, pair.b, 2) == 0);
	CHECK(post(f, pair.a, 0, length) == 0 && completes(f->cq, 1));
	CHECK(fails(f->cq2, 1, IBV_WC_LOC_LEN_ERR));
	CHECK(fails(f->cq2, 2, IBV_WC_WR_FLUSH_ERR));
	CHECK(ibv_destroy_flow(rule) == 0);
	destroy_pair(&pair);
}

static struct ibv_qp *create_segmenting(struct fixture *f)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_MAX_TSO_HEADER,
		.pd = f->pd,
		.send_cq = f->cq,
		.recv_cq = f->cq,
		.cap = {
			.max_send_wr = 16, .max_send_sge = 1,
			.max_recv_wr = 1, .max_recv_sge = 1,
		},
		.max_tso_header = 64,
	};

	return ibv_create_qp_ex(f->ctx, &attr);
}

static void check_segment(struct fixture *f, uint64_t index, uint32_t before, const char *payload)
{
	uint32_t header = HEADER_SIZE(IPPROTO_TCP);
	const char *bytes = recv_buffer(f, index);
	bool last = payload[0] && payload[strlen(payload) - 1] == '.';
	struct tcphdr tcp;
	struct iphdr ip;
	struct ibv_wc wc;

	CHECK(next_completion(f->cq2, &wc) && wc.wr_id == index);
	memcpy(&ip, bytes + 14, sizeof(ip));
	memcpy(&tcp, bytes + 14 + sizeof(ip), sizeof(tcp));
	CHECK(wc.byte_len == header + strlen(payload) && wc.wc_flags & IBV_WC_IP_CSUM_OK);
	CHECK(!memcmp(bytes + header, payload, strlen(payload)));
	CHECK(ntohs(ip.tot_len) == wc.byte_len - 14 && ntohs(ip.id) == index);
	CHECK(ntohl(tcp.seq) == 1000 + before && tcp.psh == last);
}

/* The NIC sends the segments of a TSO request. The test runs until the send queue has wrapped. */
static void test_segmentation(struct fixture *f)
{
	struct ibv_qp *sender = create_segmenting(f);
	struct ibv_qp *receiver = create_qp(f, IBV_QPT_RAW_PACKET, f->cq2, f->cq2, NULL);
	struct ibv_flow *rule;
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.opcode = IBV_WR_TSO,
		.send_flags = IBV_SEND_SIGNALED,
		.tso = { f->buf, HEADER_SIZE(IPPROTO_TCP), MSS },
	};
	uint64_t i;
	int round;

	connect_qp(sender, 0);
	connect_qp(receiver, 0);
	rule = create_default_rule(receiver);
	write_packet(f->buf, IPPROTO_TCP, 1, PORT, "");
	for (round = 0; round < 20; round++) {
		for (i = 0; i < 3; i++)
			CHECK(post_room(f, receiver, i) == 0);
		strcpy(f->buf + 4096, "0123456789abcdefghijLAST.");
		CHECK(post_send(sender, &wr, f->mr, f->buf + 4096, 25) == 0);
		CHECK(completes(f->cq, 1));
		check_segment(f, 0, 0, "0123456789");
		check_segment(f, 1, 10, "abcdefghij");
		check_segment(f, 2, 20, "LAST.");
	}
	CHECK(ibv_destroy_flow(rule) == 0);
	CHECK(ibv_destroy_qp(sender) == 0);
	CHECK(ibv_destroy_qp(receiver) == 0);
}

/* A queue pair cannot be destroyed while a rule refers to it. */
static void test_flow(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RAW_PACKET, f->cq, f->cq, NULL);
	struct ibv_qp *rc = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_flow *flow = create_default_rule(qp);

	CHECK(flow != NULL);
	CHECK(ibv_destroy_qp(qp) == EBUSY);
	CHECK(ibv_destroy_flow(flow) == 0);
	CHECK(!create_default_rule(rc) && errno == EINVAL);
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_destroy_qp(rc) == 0);
}

static void test_no_queue(struct fixture *f)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = f->cq,
		.recv_cq = f->cq,
		.qp_type = IBV_QPT_RAW_PACKET,
	};

	CHECK(!ibv_create_qp(f->pd, &attr) && errno == EINVAL);
}

const struct test raw_tests[] = {
	{ "raw packet send", NEEDS_NIC, test_send },
	{ "raw packet delivery", NEEDS_NIC, test_delivery },
	{ "priority of rules", NEEDS_NIC, test_priority },
	{ "checksums", NEEDS_NIC, test_checksums },
	{ "raw packet receive too small", NEEDS_NIC, test_small_receive },
	{ "segmentation", NEEDS_NIC, test_segmentation },
	{ "flow rules", NEEDS_MLX5, test_flow },
	{ "raw packet QP without queues", NEEDS_MLX5, test_no_queue },
	{},
};
