/* SPDX-License-Identifier: Apache-2.0 */
#include <infiniband/verbs.h>
#include <rdma/mlx5-abi.h>

#include "config.h"
#include "mlx5.h"
#include "srq.h"
#include "user_memory.h"

#define NEXT_SEG_SIZE 16u	/* struct mlx5_wqe_srq_next_seg, the link to the next entry */
#define MIN_ENTRY_SIZE 32u

/* The upper byte of a user index is reserved (MLX5_USER_ASSIGNED_UIDX_MASK). */
#define UIDX_MASK 0xffffffu

/* mlx5_ib_create_srq(), create_srq_user() */
int mlx5_create_srq(struct srq *srq, struct srq_init *init, struct udata *udata)
{
	struct mlx5_ib_create_srq_resp resp = { .srqn = srq->srqn };
	struct mlx5_ib_create_srq req;
	uint64_t entries, entry_size;
	int ret;

	/* Tag matching is not supported: log_tag_matching_list_sz is 0. */
	if (init->type == IB_UVERBS_SRQT_TM)
		return -EINVAL;
	if (init->max_wr >= 1u << config.log_max_srq_sz ||
	    init->max_sge > config.max_wqe_sz_rq / MLX5_DATA_SEG_SIZE)
		return -EINVAL;
	entries = roundup_pow_of_two((uint64_t)init->max_wr + 1);
	entry_size = roundup_pow_of_two(NEXT_SEG_SIZE + init->max_sge * MLX5_DATA_SEG_SIZE);
	entry_size = max_u64(entry_size, MIN_ENTRY_SIZE);

	udata_read(udata, &req, sizeof(req));
	if (req.reserved0 || req.reserved1)
		return -EINVAL;
	if (init->type != IB_UVERBS_SRQT_BASIC && req.uidx & ~UIDX_MASK)
		return -EINVAL;
	ret = user_memory_check(req.buf_addr, entries * entry_size);
	if (!ret)
		ret = user_memory_check(req.db_addr, sizeof(uint32_t));
	if (ret)
		return ret;
	srq->max_sge = init->max_sge;
	srq->uidx = req.uidx;
	srq->ring.buf = req.buf_addr;
	srq->ring.doorbell = req.db_addr;
	srq->ring.count = (uint32_t)entries;
	srq->ring.shift = ilog2(entry_size);
	init->max_wr = (uint32_t)entries - 1;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}

/* mlx5_ib_modify_srq(): fails to resize, and ignores unknown bits */
int mlx5_modify_srq(struct srq *srq, const struct ib_uverbs_modify_srq *attr)
{
	if (attr->attr_mask & IBV_SRQ_MAX_WR)
		return -EINVAL;
	if (attr->attr_mask & IBV_SRQ_LIMIT) {
		if (attr->srq_limit >= srq->ring.count)
			return -EINVAL;
		srq->limit = attr->srq_limit;
		srq->limit_armed = srq->limit;
	}
	return 0;
}
