/* SPDX-License-Identifier: Apache-2.0 */
#include <infiniband/verbs.h>
#include <rdma/mlx5-abi.h>

#include "mlx5.h"
#include "port.h"
#include "qp.h"
#include "qp_state.h"

/*
 * optab in __mlx5_ib_modify_qp(): the driver has no command that enters the state SQD, although the
 * table in the core allows it.
 */
static bool has_firmware_command(uint32_t next)
{
	return next != IBV_QPS_SQD;
}

/* Checks the values of some attributes. The driver does so after it has checked the transition. */
static int check_values(const struct qp *qp, const struct ib_uverbs_modify_qp *attr, uint32_t mask)
{
	if (mask & IBV_QP_PKEY_INDEX && attr->pkey_index >= port_pkey_table_length())
		return -EINVAL;
	if (mask & IBV_QP_MAX_QP_RD_ATOMIC && attr->max_rd_atomic > MLX5_MAX_RD_ATOMIC)
		return -EINVAL;
	if (mask & IBV_QP_MAX_DEST_RD_ATOMIC && attr->max_dest_rd_atomic > MLX5_MAX_RD_ATOMIC)
		return -EINVAL;
	if (mask & IBV_QP_PATH_MTU && qp->type != IB_UVERBS_QPT_UD &&
	    (attr->path_mtu < IBV_MTU_256 || attr->path_mtu > IBV_MTU_4096))
		return -EINVAL;
	return 0;
}

/* mlx5_ib_modify_qp() */
int mlx5_modify_qp(struct qp *qp, const struct ib_uverbs_ex_modify_qp *attr, uint32_t mask,
		   struct udata *udata)
{
	struct mlx5_ib_modify_qp_resp resp = { .response_length = sizeof(resp) };
	uint32_t current = mask & IBV_QP_CUR_STATE ? attr->base.cur_qp_state : qp->state;
	uint32_t next = mask & IBV_QP_STATE ? attr->base.qp_state : current;
	int ret;

	if (qp->rwq_table)		/* the library already fails with EOPNOTSUPP */
		return -ENOSYS;
	if (qp->underlay) {
		if (mask & ~(IBV_QP_STATE | IBV_QP_CUR_STATE))
			return -EINVAL;
	} else if (!qp_transition_is_ok(qp->type, current, next, mask)) {
		return -EINVAL;
	}
	ret = check_values(qp, &attr->base, mask);
	if (ret)
		return ret;
	if (current == IBV_QPS_RESET && next == IBV_QPS_RESET)
		return 0;
	/* The firmware rejects a request with a wrong current state. */
	if (!has_firmware_command(next) || current != qp->state)
		return -EINVAL;
	/* Packet pacing is not supported (mlx5_rl_add_rate). */
	if (mask & IBV_QP_RATE_LIMIT && attr->rate_limit)
		return -EINVAL;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}

/*
 * mlx5_ib_query_qp(). For a raw packet queue pair, the hardware stores only the state. The library
 * fills in the caps of the send queue.
 */
int mlx5_query_qp(const struct qp *qp, struct ib_uverbs_query_qp_resp *resp)
{
	if (qp->rwq_table)		/* the library already fails with EOPNOTSUPP */
		return -ENOSYS;
	if (qp->type == IB_UVERBS_QPT_RAW_PACKET || qp->underlay)
		resp->port_num = PORT_NUM;
	else
		qp_fill_context(qp, resp);
	resp->max_recv_wr = qp->rq.count;
	if (qp->rq.count)
		resp->max_recv_sge = (1u << qp->rq.shift) / MLX5_DATA_SEG_SIZE - qp->signed_wqes;
	return 0;
}
