/* SPDX-License-Identifier: Apache-2.0 */
#include <netinet/in.h>

#include "packets.h"

#define KEY_SIZE 40

#define DESTINATION 4711		/* UDP port */
#define PACKETS 64

/* The key of the RSS verification suite, with which the hash distributes packets well. */
static uint8_t key[KEY_SIZE] = {
	0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67, 0x25, 0x3d, 0x43, 0xa3, 0x8f,
	0xb0, 0xd0, 0xca, 0x2b, 0xcb, 0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
	0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa,
};

/* Two work queues and an indirection table with both. */
struct rss {
	struct ibv_wq *wqs[2];
	struct ibv_rwq_ind_table *table;
};

static void create_rss(struct fixture *f, struct rss *rss)
{
	struct ibv_wq_init_attr wq = {
		.wq_type = IBV_WQT_RQ,
		.max_wr = 7,
		.max_sge = 1,
		.pd = f->pd,
		.cq = f->cq2,
	};
	struct ibv_rwq_ind_table_init_attr table = {
		.log_ind_tbl_size = 1,
		.ind_tbl = rss->wqs,
	};

	rss->wqs[0] = ibv_create_wq(f->ctx, &wq);
	rss->wqs[1] = ibv_create_wq(f->ctx, &wq);
	rss->table = ibv_create_rwq_ind_table(f->ctx, &table);
	CHECK(rss->table != NULL);
}

static void destroy_rss(struct rss *rss)
{
	CHECK(ibv_destroy_rwq_ind_table(rss->table) == 0);
	CHECK(ibv_destroy_wq(rss->wqs[0]) == 0);
	CHECK(ibv_destroy_wq(rss->wqs[1]) == 0);
}

static struct ibv_qp *create_hashed(struct fixture *f, const struct rss *rss,
				    enum ibv_qp_type type, uint64_t fields, uint8_t key_size)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = type,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE |
			     IBV_QP_INIT_ATTR_RX_HASH,
		.pd = f->pd,
		.rwq_ind_tbl = rss->table,
		.rx_hash_conf = {
			.rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ,
			.rx_hash_key_len = key_size,
			.rx_hash_key = key,
			.rx_hash_fields_mask = fields,
		},
	};

	return ibv_create_qp_ex(f->ctx, &attr);
}

static void test_references(struct fixture *f)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	struct ibv_qp *qp;
	struct rss rss;

	create_rss(f, &rss);
	qp = create_hashed(f, &rss, IBV_QPT_RAW_PACKET, IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4,
			   KEY_SIZE);
	CHECK(qp != NULL);
	CHECK(ibv_destroy_rwq_ind_table(rss.table) == EBUSY);
	CHECK(to_init(qp) == EOPNOTSUPP);
	CHECK(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init) == EOPNOTSUPP);
	CHECK(ibv_destroy_qp(qp) == 0);
	destroy_rss(&rss);
}

static void test_rules(struct fixture *f)
{
	static const struct {
		uint64_t fields;
		int error;		/* 0 if the combination is accepted */
	} cases[] = {
		{ IBV_RX_HASH_SRC_IPV4, 0 },
		{ IBV_RX_HASH_SRC_IPV6 | IBV_RX_HASH_SRC_PORT_TCP | IBV_RX_HASH_DST_PORT_TCP, 0 },
		{ IBV_RX_HASH_SRC_PORT_UDP, 0 },
		{ 0, EINVAL },
		{ IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV6, EINVAL },
		{ IBV_RX_HASH_SRC_PORT_TCP | IBV_RX_HASH_DST_PORT_UDP, EINVAL },
		{ IBV_RX_HASH_SRC_PORT_TCP | IBV_RX_HASH_IPSEC_SPI, EINVAL },
		{ IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_INNER, EOPNOTSUPP },
	};
	struct ibv_qp *qp;
	struct rss rss;
	size_t i;

	create_rss(f, &rss);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		qp = create_hashed(f, &rss, IBV_QPT_RAW_PACKET, cases[i].fields, KEY_SIZE);
		if (qp)
			CHECK(ibv_destroy_qp(qp) == 0 && cases[i].error == 0);
		else
			CHECK(errno == cases[i].error);
	}
	CHECK(!create_hashed(f, &rss, IBV_QPT_RAW_PACKET, IBV_RX_HASH_SRC_IPV4, KEY_SIZE - 1) &&
	      errno == EINVAL);
	CHECK(!create_hashed(f, &rss, IBV_QPT_UD, IBV_RX_HASH_SRC_IPV4, KEY_SIZE) &&
	      errno == EINVAL);
	destroy_rss(&rss);
}

static void set_state(struct ibv_wq *wq, enum ibv_wq_state state)
{
	struct ibv_wq_attr attr = { .attr_mask = IBV_WQ_ATTR_STATE, .wq_state = state };

	CHECK(ibv_modify_wq(wq, &attr) == 0);
}

static int post_room(struct fixture *f, struct ibv_wq *wq, uint64_t wr_id)
{
	struct ibv_sge sge = { (uintptr_t)f->buf + 65536, 256, f->mr->lkey };
	struct ibv_recv_wr wr = { .wr_id = wr_id, .sg_list = &sge, .num_sge = 1 }, *bad;

	return ibv_post_wq_recv(wq, &wr, &bad);
}

/* Packets of one flow go to one work queue. The packets of many flows are distributed. */
static void test_spread(struct fixture *f)
{
	struct ibv_qp *sender = create_qp(f, IBV_QPT_RAW_PACKET, f->cq, f->cq, NULL);
	struct ibv_send_wr wr = { .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED };
	unsigned int received[2] = {}, i;
	struct ibv_flow *rule;
	uint32_t length;
	struct ibv_qp *qp;
	struct ibv_wc wc;
	struct rss rss;
	uint64_t first = 0;

	connect_qp(sender, 0);
	create_rss(f, &rss);
	qp = create_hashed(f, &rss, IBV_QPT_RAW_PACKET,
			   IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4 |
				   IBV_RX_HASH_SRC_PORT_UDP | IBV_RX_HASH_DST_PORT_UDP, KEY_SIZE);
	rule = create_port_rule(qp, 0, IPPROTO_UDP, DESTINATION);
	CHECK(rule != NULL);
	for (i = 0; i < 2; i++) {
		set_state(rss.wqs[i], IBV_WQS_RDY);
		CHECK(post_room(f, rss.wqs[i], i) == 0);
	}
	for (i = 0; i < PACKETS; i++) {
		length = write_packet(f->buf, IPPROTO_UDP, (uint16_t)(i / 2), DESTINATION, "rss");
		CHECK(post_send(sender, &wr, f->mr, f->buf, length) == 0);
		CHECK(completes(f->cq, 0));
		CHECK(next_completion(f->cq2, &wc) && wc.status == IBV_WC_SUCCESS);
		CHECK(wc.byte_len == length && wc.wr_id < 2);
		CHECK(i % 2 == 0 || wc.wr_id == first);
		first = wc.wr_id;
		received[wc.wr_id & 1]++;
		CHECK(post_room(f, rss.wqs[wc.wr_id & 1], wc.wr_id) == 0);
	}
	CHECK(received[0] > PACKETS / 8 && received[1] > PACKETS / 8);
	CHECK(ibv_destroy_flow(rule) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
	destroy_rss(&rss);
	CHECK(ibv_destroy_qp(sender) == 0);
}

/* A work queue in the error state is flushed, and works again after a reset. */
static void test_states(struct fixture *f)
{
	struct rss rss;

	create_rss(f, &rss);
	set_state(rss.wqs[0], IBV_WQS_RDY);
	CHECK(post_room(f, rss.wqs[0], 5) == 0);
	CHECK(stays_empty(f->cq2));
	set_state(rss.wqs[0], IBV_WQS_ERR);
	CHECK(fails(f->cq2, 5, IBV_WC_WR_FLUSH_ERR));
	CHECK(post_room(f, rss.wqs[0], 6) == 0);
	CHECK(fails(f->cq2, 6, IBV_WC_WR_FLUSH_ERR));
	set_state(rss.wqs[0], IBV_WQS_RESET);
	set_state(rss.wqs[0], IBV_WQS_RDY);
	CHECK(post_room(f, rss.wqs[0], 7) == 0);
	CHECK(stays_empty(f->cq2));
	destroy_rss(&rss);
}

const struct test rss_tests[] = {
	{ "references of an RSS QP", NEEDS_MLX5, test_references },
	{ "hash fields", NEEDS_MLX5, test_rules },
	{ "packets spread over work queues", NEEDS_NIC, test_spread },
	{ "states of a work queue", NEEDS_NIC, test_states },
	{},
};
