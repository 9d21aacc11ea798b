/* SPDX-License-Identifier: Apache-2.0 */
#include <rdma/mlx4-abi.h>

#include "mlx4.h"
#include "qp.h"

#define IPV4_FIELDS (MLX4_IB_RX_HASH_SRC_IPV4 | MLX4_IB_RX_HASH_DST_IPV4)
#define IPV6_FIELDS (MLX4_IB_RX_HASH_SRC_IPV6 | MLX4_IB_RX_HASH_DST_IPV6)
#define TCP_FIELDS (MLX4_IB_RX_HASH_SRC_PORT_TCP | MLX4_IB_RX_HASH_DST_PORT_TCP)
#define UDP_FIELDS (MLX4_IB_RX_HASH_SRC_PORT_UDP | MLX4_IB_RX_HASH_DST_PORT_UDP)
#define IP_FIELDS (IPV4_FIELDS | IPV6_FIELDS)
#define KNOWN_FIELDS (IP_FIELDS | TCP_FIELDS | UDP_FIELDS)

/*
 * set_qp_rss(): source and destination must be set together, and ports require an address. In
 * recorded answers, an empty set failed with EOPNOTSUPP.
 */
static int check_hash_fields(uint64_t fields)
{
	static const uint64_t pairs[] = { IPV4_FIELDS, IPV6_FIELDS, TCP_FIELDS, UDP_FIELDS };
	size_t i;

	if (fields & ~(uint64_t)KNOWN_FIELDS)
		return -EOPNOTSUPP;
	for (i = 0; i < ARRAY_SIZE(pairs); i++)
		if (fields & pairs[i] && (fields & pairs[i]) != pairs[i])
			return -EOPNOTSUPP;
	return fields & IP_FIELDS ? 0 : -EOPNOTSUPP;
}

/* _mlx4_ib_create_qp_rss(), create_qp_rss() */
int mlx4_create_rss_qp(const struct qp_init *init, struct udata *udata)
{
	struct mlx4_ib_create_qp_rss req;

	if (udata->out_len)
		return -EOPNOTSUPP;
	if (udata->in_len < offsetofend(struct mlx4_ib_create_qp_rss, reserved1))
		return -EINVAL;
	udata_read(udata, &req, sizeof(req));
	if (req.comp_mask || req.reserved1)
		return -EOPNOTSUPP;
	if (init->type != IB_UVERBS_QPT_RAW_PACKET || init->create_flags || init->has_source_qpn ||
	    init->send_cq || init->cap.max_send_wr)
		return -EOPNOTSUPP;
	if (req.rx_hash_function != MLX4_IB_RX_HASH_FUNC_TOEPLITZ)
		return -EOPNOTSUPP;
	return check_hash_fields(req.rx_hash_fields_mask);
}
