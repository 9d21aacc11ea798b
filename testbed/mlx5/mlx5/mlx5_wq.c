/* SPDX-License-Identifier: Apache-2.0 */
#include <infiniband/verbs.h>
#include <rdma/mlx5-abi.h>

#include "config.h"
#include "mlx5.h"
#include "rwq_table.h"
#include "user_memory.h"
#include "wq.h"

#define FIRST_WQ_NUMBER 0x10000
#define MAX_SHIFT 30

/* MLX5_WQ_FLAG_SIGNATURE of the library */
#define WQ_FLAG_SIGNATURE (1u << 0)

/* raw_packet_caps contains all creation flags. Striding is not supported. */
static int check_request(const struct wq_init *init, const struct udata *udata,
			 const struct mlx5_ib_create_wq *req)
{
	if (init->create_flags & IB_UVERBS_WQ_FLAGS_DELAY_DROP && !config.cap_sys_rawio)
		return -EPERM;
	if (udata->in_len < offsetofend(struct mlx5_ib_create_wq, single_stride_log_num_of_bytes))
		return -EINVAL;
	if (req->comp_mask)
		return -EOPNOTSUPP;
	if (init->max_wr > 1u << config.log_max_wq_sz || !req->rq_wqe_count)
		return -EINVAL;
	return 0;
}

/* mlx5_ib_create_wq(), prepare_user_rq(), create_rq() */
int mlx5_create_wq(struct wq *wq, const struct wq_init *init, struct udata *udata)
{
	struct mlx5_ib_create_wq_resp resp = {
		.response_length = offsetofend(struct mlx5_ib_create_wq_resp, response_length),
	};
	struct mlx5_ib_create_wq req;
	uint64_t size;
	int ret;

	udata_read(udata, &req, sizeof(req));
	ret = check_request(init, udata, &req);
	if (ret)
		return ret;
	size = (uint64_t)req.rq_wqe_count << (req.rq_wqe_shift & 31);
	if (req.rq_wqe_shift > MAX_SHIFT || size > INT32_MAX || !req.buf_addr)
		return -EINVAL;
	ret = user_memory_check(req.buf_addr, size);
	if (!ret)
		ret = user_memory_check(req.db_addr, sizeof(uint32_t));
	if (ret)
		return ret;
	wq->ring.buf = req.buf_addr;
	wq->ring.count = req.rq_wqe_count;
	wq->ring.shift = req.rq_wqe_shift;
	wq->doorbell = req.db_addr;
	wq->uidx = req.user_index;
	wq->signed_wqes = req.flags & WQ_FLAG_SIGNATURE;
	wq->wqn = FIRST_WQ_NUMBER + wq->uobj.handle;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}

/*
 * mlx5_ib_modify_wq(). No source describes the transitions that the firmware rejects. This model
 * rejects those that the mlx4 driver does (mlx4_ib_modify_wq): RESET to ERR, and ERR to RDY.
 */
int mlx5_modify_wq(struct wq *wq, const struct ib_uverbs_ex_modify_wq *attr)
{
	if (attr->flags_mask & IBV_WQ_FLAGS_PCI_WRITE_END_PADDING)
		return -EOPNOTSUPP;
	if (attr->curr_wq_state != wq->state)
		return -EINVAL;
	if (attr->curr_wq_state == IBV_WQS_ERR && attr->wq_state == IBV_WQS_RDY)
		return -EINVAL;
	if (attr->curr_wq_state == IBV_WQS_RESET && attr->wq_state == IBV_WQS_ERR)
		return -EINVAL;
	if (attr->flags_mask & IBV_WQ_FLAGS_CVLAN_STRIPPING)
		wq->create_flags = (wq->create_flags & ~(uint32_t)IBV_WQ_FLAGS_CVLAN_STRIPPING) |
				   (attr->flags & IBV_WQ_FLAGS_CVLAN_STRIPPING);
	return 0;
}

/* mlx5_ib_create_rwq_ind_table(): does not compare the domains of the queues */
int mlx5_create_rwq_table(const struct rwq_table *table)
{
	return table->log_size > config.log_max_rqt_size ? -EINVAL : 0;
}
