/* SPDX-License-Identifier: Apache-2.0 */
#include <infiniband/verbs.h>
#include <rdma/mlx5-abi.h>

#include "config.h"
#include "mlx5.h"
#include "qp.h"
#include "user_memory.h"

#define RAW_PACKET_CREATE_FLAGS \
	(IB_UVERBS_QP_CREATE_SCATTER_FCS | IB_UVERBS_QP_CREATE_CVLAN_STRIPPING)

#define RAW_PACKET_FLAGS									\
	(MLX5_QP_FLAG_TUNNEL_OFFLOADS | MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_UC |			\
	 MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_MC)

/* Flags for doorbells that the program has mapped. The answer is then MLX5_IB_INVALID_BFREG. */
#define OWN_DOORBELL_FLAGS (MLX5_QP_FLAG_BFREG_INDEX | MLX5_QP_FLAG_UAR_PAGE_INDEX)
#define INVALID_BFREG (1u << 31)
#define FIRST_BFREG 2

#define MAX_SHIFT 30

/* process_vendor_flags(): checks that this hardware model supports the flags */
static int check_vendor_flags(uint32_t type, uint32_t flags)
{
	uint32_t known = MLX5_QP_FLAG_SIGNATURE | MLX5_QP_FLAG_SCATTER_CQE |
			 MLX5_QP_FLAG_ALLOW_SCATTER_CQE | OWN_DOORBELL_FLAGS;

	if (config.no_scatter_cqe)
		known &= ~(MLX5_QP_FLAG_SCATTER_CQE | MLX5_QP_FLAG_ALLOW_SCATTER_CQE);
	if (type == IB_UVERBS_QPT_RAW_PACKET)
		known |= RAW_PACKET_FLAGS;
	if (type == IB_UVERBS_QPT_RC)
		known |= MLX5_QP_FLAG_PACKET_BASED_CREDIT_MODE;
	return flags & ~known ? -EINVAL : 0;
}

/* process_create_flags(): checks the flags. Underlay queue pairs exist only on InfiniBand. */
static int check_create_flags(const struct qp_init *init)
{
	uint32_t known = IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK |
			 IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING;

	if (init->type == IB_UVERBS_QPT_RAW_PACKET)
		known |= RAW_PACKET_CREATE_FLAGS;
	if (init->create_flags & ~known)
		return -EOPNOTSUPP;
	if (init->has_source_qpn && (init->type != IB_UVERBS_QPT_UD || config.ethernet))
		return -EOPNOTSUPP;
	return 0;
}

static bool has_rq(const struct qp_init *init)
{
	return init->type != IB_UVERBS_QPT_XRC_INI && !init->srq && init->cap.max_recv_wr;
}

/* Raw packet and underlay queue pairs have a separate buffer for the send queue. */
static bool has_separate_sq(const struct qp_init *init)
{
	return init->type == IB_UVERBS_QPT_RAW_PACKET || init->has_source_qpn;
}

/* set_rq_size(): the library defines the layout of the ring, and the kernel only checks it */
static int set_rq_size(struct qp *qp, struct qp_init *init, const struct mlx5_ib_create_qp *req)
{
	if (init->cap.max_recv_wr > 1u << config.log_max_qp_sz)
		return -EINVAL;
	if (!has_rq(init)) {
		init->cap.max_recv_wr = 0;
		init->cap.max_recv_sge = 0;
		return req->rq_wqe_count || req->rq_wqe_shift ? -EINVAL : 0;
	}
	if (req->rq_wqe_shift > MAX_SHIFT)
		return -EINVAL;
	if ((1u << req->rq_wqe_shift) / MLX5_DATA_SEG_SIZE < qp->signed_wqes)
		return -EINVAL;
	qp->rq.count = req->rq_wqe_count;
	qp->rq.shift = req->rq_wqe_shift;
	return 0;
}

static uint64_t ring_size(const struct work_ring *ring)
{
	return (uint64_t)ring->count << ring->shift;
}

/* set_user_buf_size() */
static int set_sq_size(struct qp *qp, const struct mlx5_ib_create_qp *req)
{
	if (MLX5_SEND_WQE_BB > config.max_wqe_sz_sq)
		return -EINVAL;
	if (req->sq_wqe_count > 1u << config.log_max_qp_sz)
		return -EINVAL;
	if (req->sq_wqe_count && !is_power_of_2(req->sq_wqe_count))
		return -EINVAL;
	qp->sq.count = req->sq_wqe_count;
	qp->sq.shift = MLX5_SEND_WQE_SHIFT;
	return 0;
}

static int place_rings(struct qp *qp, const struct qp_init *init,
		       const struct mlx5_ib_create_qp *req)
{
	int ret;

	if (ring_size(&qp->rq) > INT32_MAX || ring_size(&qp->sq) > INT32_MAX)
		return -EINVAL;
	qp->rq.buf = req->buf_addr;
	qp->sq.buf = has_separate_sq(init) ? req->sq_buf_addr :
					     req->buf_addr + ring_size(&qp->rq);
	qp->doorbell = req->db_addr;
	ret = user_memory_check(qp->rq.buf, ring_size(&qp->rq));
	if (!ret)
		ret = user_memory_check(qp->sq.buf, ring_size(&qp->sq));
	if (!ret)
		ret = user_memory_check(qp->doorbell, 2 * sizeof(uint32_t));
	return ret;
}

/* create_user_qp() and, for raw packets, create_raw_packet_qp() */
static int create_user_qp(struct qp *qp, struct qp_init *init,
			  const struct mlx5_ib_create_qp *req,
			  struct mlx5_ib_create_qp_resp *resp)
{
	int ret;

	qp->uidx = req->uidx;
	qp->signed_wqes = req->flags & MLX5_QP_FLAG_SIGNATURE;
	ret = set_rq_size(qp, init, req);
	if (!ret)
		ret = set_sq_size(qp, req);
	if (!ret)
		ret = place_rings(qp, init, req);
	if (ret)
		return ret;
	if (init->type == IB_UVERBS_QPT_RAW_PACKET && !qp->sq.count && !qp->rq.count)
		return -EINVAL;
	resp->bfreg_index = req->flags & OWN_DOORBELL_FLAGS ? INVALID_BFREG : FIRST_BFREG;
	return 0;
}

/* mlx5_ib_create_qp() */
int mlx5_create_qp(struct qp *qp, struct qp_init *init, struct udata *udata)
{
	struct mlx5_ib_create_qp_resp resp = {};
	struct mlx5_ib_create_qp req;
	int ret;

	if (init->type == IB_UVERBS_QPT_DRIVER)		/* DCT and DCI are not supported */
		return -EOPNOTSUPP;
	if (init->rwq_table)
		return mlx5_create_rss_qp(qp, init, udata);
	if (udata->in_len < offsetof(struct mlx5_ib_create_qp, ece_options))
		return -EINVAL;
	udata_read(udata, &req, sizeof(req));
	ret = check_vendor_flags(init->type, req.flags);
	if (!ret)
		ret = check_create_flags(init);
	if (!ret && init->type != IB_UVERBS_QPT_XRC_TGT)
		ret = create_user_qp(qp, init, &req, &resp);
	if (!ret)
		udata_reply(udata, &resp, sizeof(resp));
	return ret;
}
