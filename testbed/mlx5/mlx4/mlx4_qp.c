/* SPDX-License-Identifier: Apache-2.0 */
#include <infiniband/verbs.h>
#include <rdma/mlx4-abi.h>

#include "mlx4.h"
#include "port.h"
#include "qp.h"
#include "qp_state.h"

/* MLX4_IB_MIN_SQ_STRIDE, and log2 of MLX4_MAX_SQ_DESC rounded up */
#define MIN_LOG_SQ_STRIDE 6
#define MAX_LOG_SQ_STRIDE 10
#define MAX_LOG_SQ_COUNT 31

#define CTRL_SEG_SIZE 16u
#define INLINE_SEG_SIZE 4u

/* MLX4_IB_SQ_HEADROOM: 2 KB and one entry */
#define SQ_PREFETCH_SIZE 2048u

/* MLX4_IB_MODIFY_QP_RSS_SUP_ATTR_MSK */
#define RSS_MODIFY_MASK (IBV_QP_STATE | IBV_QP_PORT)

static bool has_rq(const struct qp_init *init)
{
	return init->type != IB_UVERBS_QPT_XRC_INI && init->type != IB_UVERBS_QPT_XRC_TGT &&
	       !init->srq;
}

int mlx4_check_rq_size(const struct ib_uverbs_qp_cap *cap)
{
	return cap->max_recv_wr > MLX4_MAX_QP_WR || cap->max_recv_sge > MLX4_MAX_SG ? -EINVAL : 0;
}

/* set_rq_size() */
static int set_rq_size(struct qp_init *init, uint32_t inline_size)
{
	struct ib_uverbs_qp_cap *cap = &init->cap;
	int ret = mlx4_check_rq_size(cap);

	if (ret)
		return ret;
	if (!has_rq(init)) {
		if (cap->max_recv_wr || inline_size)
			return -EINVAL;
		cap->max_recv_sge = 0;
		return 0;
	}
	if (!cap->max_recv_wr || !cap->max_recv_sge ||
	    inline_size > MLX4_MAX_SG * MLX4_DATA_SEG_SIZE)
		return -EINVAL;
	cap->max_recv_wr = (uint32_t)roundup_pow_of_two(cap->max_recv_wr);
	cap->max_recv_sge = (uint32_t)roundup_pow_of_two(cap->max_recv_sge);
	return 0;
}

/* set_user_sq_size(): the library defines the layout of the ring, and the kernel only checks it */
static int check_user_sq(const struct mlx4_ib_create_qp *req)
{
	if (req->log_sq_bb_count > MAX_LOG_SQ_COUNT || 1u << req->log_sq_bb_count > MLX4_MAX_WQES)
		return -EINVAL;
	if (req->log_sq_stride < MIN_LOG_SQ_STRIDE || req->log_sq_stride > MAX_LOG_SQ_STRIDE)
		return -EINVAL;
	return 0;
}

/*
 * set_kernel_sq_size(): an XRC_RECV queue pair belongs to a protection domain of the kernel.
 * Therefore its send queue, which is never used, has the layout of a kernel send queue.
 */
static int set_kernel_sq(struct ib_uverbs_qp_cap *cap)
{
	uint32_t entry, spare, count;
	uint64_t size;

	if (cap->max_send_wr > MLX4_MAX_QP_WR || cap->max_send_sge > MLX4_MAX_SG)
		return -EINVAL;
	size = CTRL_SEG_SIZE + max_u64(cap->max_send_sge * MLX4_DATA_SEG_SIZE,
				       (uint64_t)cap->max_inline_data + INLINE_SEG_SIZE);
	if (size > MLX4_MAX_SQ_DESC)
		return -EINVAL;
	entry = (uint32_t)roundup_pow_of_two(size);
	spare = SQ_PREFETCH_SIZE / entry + 1;
	count = (uint32_t)roundup_pow_of_two(cap->max_send_wr + spare);
	size = (min_u64(MLX4_MAX_SQ_DESC, entry) - CTRL_SEG_SIZE) / MLX4_DATA_SEG_SIZE;
	cap->max_send_wr = count - spare;
	cap->max_send_sge = (uint32_t)min_u64(size, MLX4_MAX_SG);
	cap->max_inline_data = 0;
	return 0;
}

/* _mlx4_ib_create_qp(), create_qp_common() */
int mlx4_create_qp(struct qp *qp, struct qp_init *init, struct udata *udata)
{
	struct mlx4_ib_create_qp req;
	int ret;

	(void)qp;
	if (init->rwq_table)
		return mlx4_create_rss_qp(init, udata);
	if (init->create_flags & ~IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK)
		return -EOPNOTSUPP;
	if (init->type == IB_UVERBS_QPT_DRIVER || init->has_source_qpn)
		return -EOPNOTSUPP;
	udata_read(udata, &req, sizeof(req));
	ret = set_rq_size(init, req.inl_recv_sz);
	if (ret)
		return ret;
	return init->type == IB_UVERBS_QPT_XRC_TGT ? set_kernel_sq(&init->cap) :
						     check_user_sq(&req);
}

/* An RSS queue pair can only change from RESET to INIT to RTR, and only the port can be set. */
static int check_rss_modify(uint32_t current, uint32_t next, uint32_t mask)
{
	if (!(current == IBV_QPS_RESET && next == IBV_QPS_INIT) &&
	    !(current == IBV_QPS_INIT && next == IBV_QPS_RTR))
		return -EOPNOTSUPP;
	return mask & ~RSS_MODIFY_MASK ? -EOPNOTSUPP : 0;
}

/* _mlx4_ib_modify_qp() */
int mlx4_modify_qp(struct qp *qp, const struct ib_uverbs_ex_modify_qp *attr, uint32_t mask,
		   struct udata *udata)
{
	uint32_t current = mask & IBV_QP_CUR_STATE ? attr->base.cur_qp_state : qp->state;
	uint32_t next = mask & IBV_QP_STATE ? attr->base.qp_state : current;

	(void)udata;
	if (!qp_transition_is_ok(qp->type, current, next, mask))
		return -EINVAL;
	if (qp->rwq_table)
		return check_rss_modify(current, next, mask);
	if (mask & IBV_QP_PKEY_INDEX && attr->base.pkey_index >= port_pkey_table_length())
		return -EINVAL;
	if (mask & IBV_QP_MAX_QP_RD_ATOMIC && attr->base.max_rd_atomic > MLX4_MAX_INIT_RD_ATOMIC)
		return -EINVAL;
	if (mask & IBV_QP_MAX_DEST_RD_ATOMIC &&
	    attr->base.max_dest_rd_atomic > MLX4_MAX_DEST_RD_ATOMIC)
		return -EINVAL;
	if (mask & IBV_QP_PATH_MTU &&
	    (attr->base.path_mtu < IBV_MTU_256 || attr->base.path_mtu > IBV_MTU_4096))
		return -EINVAL;
	/* The firmware rejects a request with a wrong current state. */
	return current == qp->state ? 0 : -EINVAL;
}

/* mlx4_ib_query_qp(): a queue pair in RESET has no context to query */
int mlx4_query_qp(const struct qp *qp, struct ib_uverbs_query_qp_resp *resp)
{
	if (qp->rwq_table)
		return -EOPNOTSUPP;
	if (qp->state != IBV_QPS_RESET)
		qp_fill_context(qp, resp);
	resp->max_recv_wr = qp->cap.max_recv_wr;
	resp->max_recv_sge = qp->cap.max_recv_sge;
	return 0;
}
