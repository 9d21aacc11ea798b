#include "test.h"

#define KEY_SIZE 40

static uint8_t key[KEY_SIZE] = { 1 };

/* Two queues and a table over them. */
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

const struct test rss_tests[] = {
	{ "references of an RSS QP", NEEDS_MLX5, test_references },
	{ "hash fields", NEEDS_MLX5, test_rules },
	{},
};
