/* SPDX-License-Identifier: Apache-2.0 */
#include <rdma/mlx5-abi.h>

#include "mlx5.h"
#include "qp.h"
#include "rwq_table.h"

#define FLAGS										\
	(MLX5_QP_FLAG_TUNNEL_OFFLOADS | MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_UC |		\
	 MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_MC)

#define IPV4_FIELDS (MLX5_RX_HASH_SRC_IPV4 | MLX5_RX_HASH_DST_IPV4)
#define IPV6_FIELDS (MLX5_RX_HASH_SRC_IPV6 | MLX5_RX_HASH_DST_IPV6)
#define TCP_FIELDS (MLX5_RX_HASH_SRC_PORT_TCP | MLX5_RX_HASH_DST_PORT_TCP)
#define UDP_FIELDS (MLX5_RX_HASH_SRC_PORT_UDP | MLX5_RX_HASH_DST_PORT_UDP)

/* Allows one version of IP and one transport. An empty set requires a table with one entry. */
static int check_hash_fields(uint64_t fields, const struct rwq_table *table)
{
	int transports = !!(fields & TCP_FIELDS) + !!(fields & UDP_FIELDS) +
			 !!(fields & MLX5_RX_HASH_IPSEC_SPI);

	if (!fields)
		return table->log_size ? -EINVAL : 0;
	if (fields & IPV4_FIELDS && fields & IPV6_FIELDS)
		return -EINVAL;
	return transports > 1 ? -EINVAL : 0;
}

/* The RSS branch of mlx5_ib_create_qp(): the checks, then create_rss_raw_qp_tir(). */
int mlx5_create_rss_qp(struct qp *qp, const struct qp_init *init, struct udata *udata)
{
	struct mlx5_ib_create_qp_resp resp = {};
	struct mlx5_ib_create_qp_rss req;
	int ret;

	if (init->type != IB_UVERBS_QPT_RAW_PACKET)
		return -EINVAL;
	if (udata->in_len < offsetofend(struct mlx5_ib_create_qp_rss, flags) ||
	    udata->out_len < offsetofend(struct mlx5_ib_create_qp_resp, bfreg_index))
		return -EINVAL;
	udata_read(udata, &req, sizeof(req));
	if (req.flags & ~FLAGS || init->create_flags || init->has_source_qpn || init->send_cq)
		return -EINVAL;
	if (req.comp_mask)
		return -EOPNOTSUPP;
	if (req.rx_hash_fields_mask & MLX5_RX_HASH_INNER &&
	    !(req.flags & MLX5_QP_FLAG_TUNNEL_OFFLOADS))
		return -EOPNOTSUPP;
	if (req.rx_hash_function != MLX5_RX_HASH_FUNC_TOEPLITZ)
		return -EOPNOTSUPP;
	if (req.rx_key_len != RSS_KEY_SIZE)
		return -EINVAL;
	ret = check_hash_fields(req.rx_hash_fields_mask, init->rwq_table);
	if (ret)
		return ret;
	memcpy(qp->rss_hash.key, req.rx_hash_key, RSS_KEY_SIZE);
	qp->rss_hash.fields = req.rx_hash_fields_mask;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}
