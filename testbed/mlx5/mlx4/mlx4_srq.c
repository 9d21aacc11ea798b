/* SPDX-License-Identifier: Apache-2.0 */
#include <infiniband/verbs.h>
#include <rdma/mlx4-abi.h>

#include "mlx4.h"
#include "srq.h"
#include "user_memory.h"

#define NEXT_SEG_SIZE 16u	/* struct mlx4_wqe_srq_next_seg */
#define MIN_ENTRY_SIZE 32u

/* mlx4_ib_create_srq() */
int mlx4_create_srq(struct srq *srq, struct srq_init *init, struct udata *udata)
{
	struct mlx4_ib_create_srq_resp resp = { .srqn = srq->srqn };
	struct mlx4_ib_create_srq req;
	uint64_t entries, entry_size;
	int ret;

	if (init->type == IB_UVERBS_SRQT_TM)
		return -EOPNOTSUPP;
	if (init->max_wr >= MLX4_MAX_SRQ_WQES || init->max_sge > MLX4_MAX_SRQ_SGE)
		return -EINVAL;
	entries = roundup_pow_of_two((uint64_t)init->max_wr + 1);
	entry_size = roundup_pow_of_two(NEXT_SEG_SIZE + init->max_sge * MLX4_DATA_SEG_SIZE);
	entry_size = max_u64(entry_size, MIN_ENTRY_SIZE);
	udata_read(udata, &req, sizeof(req));
	ret = user_memory_check(req.buf_addr, entries * entry_size);
	if (ret)
		return ret;
	srq->max_sge = init->max_sge;
	srq->ring.count = (uint32_t)entries;
	init->max_wr = (uint32_t)entries - 1;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}

/* mlx4_ib_modify_srq(): fails to resize, and ignores unknown bits */
int mlx4_modify_srq(struct srq *srq, const struct ib_uverbs_modify_srq *attr)
{
	if (attr->attr_mask & IBV_SRQ_MAX_WR)
		return -EINVAL;
	if (attr->attr_mask & IBV_SRQ_LIMIT) {
		if (attr->srq_limit >= srq->ring.count)
			return -EINVAL;
		srq->limit = attr->srq_limit;
	}
	return 0;
}
