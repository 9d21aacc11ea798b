/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The mlx5 model executes commands as drivers/infiniband/hw/mlx5 does, without the firmware. Checks
 * that only the firmware makes are not modelled.
 */
#ifndef FAKEVERBS_MLX5_H
#define FAKEVERBS_MLX5_H

#include <infiniband/mlx5dv.h>

#include "driver.h"

struct rwq_table;

#define MLX5_DATA_SEG_SIZE 16u

/* The limit of ConnectX-5: log_max_ra_req_qp and log_max_ra_res_qp are both 4. */
#define MLX5_MAX_RD_ATOMIC 16

/* drivers/net/ethernet: maximum period of CQ moderation, in microseconds */
#define MLX5_MAX_CQ_PERIOD 0xfff

int mlx5_alloc_ucontext(struct ucontext *ctx, struct udata *udata);
void mlx5_query_device(struct ib_uverbs_query_device_resp *resp);
void mlx5_query_device_ex(struct ib_uverbs_ex_query_device_resp *resp, struct udata *udata);

int mlx5_create_cq(struct cq *cq, const struct cq_init *init, struct udata *udata);
int mlx5_resize_cq(struct cq *cq, uint32_t cqe, struct udata *udata);
int mlx5_modify_cq(uint16_t cq_period);

int mlx5_create_srq(struct srq *srq, struct srq_init *init, struct udata *udata);
int mlx5_modify_srq(struct srq *srq, const struct ib_uverbs_modify_srq *attr);

int mlx5_create_qp(struct qp *qp, struct qp_init *init, struct udata *udata);
int mlx5_create_rss_qp(struct qp *qp, const struct qp_init *init, struct udata *udata);
int mlx5_modify_qp(struct qp *qp, const struct ib_uverbs_ex_modify_qp *attr, uint32_t mask,
		   struct udata *udata);
int mlx5_query_qp(const struct qp *qp, struct ib_uverbs_query_qp_resp *resp);

int mlx5_create_wq(struct wq *wq, const struct wq_init *init, struct udata *udata);
int mlx5_modify_wq(struct wq *wq, const struct ib_uverbs_ex_modify_wq *attr);
int mlx5_create_rwq_table(const struct rwq_table *table);

void *mlx5_mmap(size_t length, uint64_t offset);

#endif
