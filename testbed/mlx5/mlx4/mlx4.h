/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The mlx4 model executes commands as drivers/infiniband/hw/mlx4 does, without the firmware. It has
 * no NIC: work requests stay in their rings.
 */
#ifndef FAKEVERBS_MLX4_H
#define FAKEVERBS_MLX4_H

#include "driver.h"

/* The limits of ConnectX-3. See mlx4_device.c. */
#define MLX4_MAX_WQES 16384u
#define MLX4_MAX_SG 32u
#define MLX4_MAX_SQ_DESC 1008u
#define MLX4_MAX_SRQ_WQES 16384u
#define MLX4_MAX_SRQ_SGE 31u
#define MLX4_MAX_CQES 0x3fffffu
#define MLX4_MAX_RSS_TABLE 128u
#define MLX4_MAX_INIT_RD_ATOMIC 128
#define MLX4_MAX_DEST_RD_ATOMIC 16
#define MLX4_DATA_SEG_SIZE 16u

/* MLX4_IB_SQ_MAX_SPARE: entries that a send queue keeps free for prefetching */
#define MLX4_MAX_SPARE_WQES 33u
#define MLX4_MAX_QP_WR (MLX4_MAX_WQES - MLX4_MAX_SPARE_WQES)

int mlx4_create_cq(struct cq *cq, const struct cq_init *init, struct udata *udata);
int mlx4_resize_cq(struct cq *cq, uint32_t cqe, struct udata *udata);
int mlx4_modify_cq(uint16_t cq_period);

int mlx4_create_srq(struct srq *srq, struct srq_init *init, struct udata *udata);
int mlx4_modify_srq(struct srq *srq, const struct ib_uverbs_modify_srq *attr);

int mlx4_create_qp(struct qp *qp, struct qp_init *init, struct udata *udata);
int mlx4_create_rss_qp(const struct qp_init *init, struct udata *udata);
int mlx4_modify_qp(struct qp *qp, const struct ib_uverbs_ex_modify_qp *attr, uint32_t mask,
		   struct udata *udata);
int mlx4_query_qp(const struct qp *qp, struct ib_uverbs_query_qp_resp *resp);

int mlx4_create_wq(struct wq *wq, const struct wq_init *init, struct udata *udata);
int mlx4_modify_wq(struct wq *wq, const struct ib_uverbs_ex_modify_wq *attr);
int mlx4_create_rwq_table(const struct rwq_table *table);

/* set_rq_size(), for both queue pairs and work queues */
int mlx4_check_rq_size(const struct ib_uverbs_qp_cap *cap);

#endif
