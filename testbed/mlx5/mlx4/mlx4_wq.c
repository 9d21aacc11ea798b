/* SPDX-License-Identifier: Apache-2.0 */
#include <infiniband/verbs.h>
#include <rdma/mlx4-abi.h>

#include "mlx4.h"
#include "rwq_table.h"
#include "ucontext.h"
#include "wq.h"

#define FIRST_WQ_NUMBER 0x10000

/*
 * mlx4_ib_alloc_wqn(): the library may request ranges of numbers, so that queues created in sequence
 * fit into one indirection table.
 */
static uint32_t alloc_wqn(struct ucontext *ctx, uint32_t range_size)
{
	static uint32_t next = FIRST_WQ_NUMBER;

	if (ctx->next_wqn == ctx->end_wqn) {
		ctx->next_wqn = (next + range_size - 1) & ~(range_size - 1);
		ctx->end_wqn = next = ctx->next_wqn + range_size;
	}
	return ctx->next_wqn++;
}

/* mlx4_ib_create_wq(), create_rq() */
int mlx4_create_wq(struct wq *wq, const struct wq_init *init, struct udata *udata)
{
	struct ib_uverbs_qp_cap cap = {
		.max_recv_wr = init->max_wr,
		.max_recv_sge = init->max_sge,
	};
	struct mlx4_ib_create_wq req;
	uint32_t range_size;

	if (udata->in_len < offsetofend(struct mlx4_ib_create_wq, comp_mask))
		return -EINVAL;
	if (udata->out_len || init->create_flags & ~IB_UVERBS_WQ_FLAGS_SCATTER_FCS)
		return -EOPNOTSUPP;
	udata_read(udata, &req, sizeof(req));
	if (req.comp_mask || req.reserved[0] || req.reserved[1] || req.reserved[2])
		return -EOPNOTSUPP;
	if (req.log_range_size > ilog2(MLX4_MAX_RSS_TABLE))
		return -EOPNOTSUPP;
	range_size = 1u << req.log_range_size;
	if (!cap.max_recv_wr || !cap.max_recv_sge || mlx4_check_rq_size(&cap))
		return -EINVAL;
	wq->wqn = alloc_wqn(wq->uobj.ctx, range_size);
	return 0;
}

/* mlx4_ib_modify_wq() */
int mlx4_modify_wq(struct wq *wq, const struct ib_uverbs_ex_modify_wq *attr)
{
	(void)wq;
	if (attr->attr_mask & IBV_WQ_ATTR_FLAGS)
		return -EOPNOTSUPP;
	if (attr->curr_wq_state == IBV_WQS_ERR && attr->wq_state == IBV_WQS_RDY)
		return -EINVAL;
	if (attr->curr_wq_state == IBV_WQS_RESET && attr->wq_state == IBV_WQS_ERR)
		return -EINVAL;
	return 0;
}

/* mlx4_ib_create_rwq_ind_table(): the numbers must be an aligned, consecutive range */
int mlx4_create_rwq_table(const struct rwq_table *table)
{
	uint32_t size = 1u << table->log_size;
	uint32_t first = table->wqs[0]->wqn;
	uint32_t i;

	if (size > MLX4_MAX_RSS_TABLE || first % size)
		return -EINVAL;
	for (i = 1; i < size; i++)
		if (table->wqs[i]->wqn != first + i)
			return -EINVAL;
	return 0;
}
