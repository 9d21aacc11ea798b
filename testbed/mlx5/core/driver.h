/* SPDX-License-Identifier: Apache-2.0 */
/* The part of each command that depends on the hardware model, as a driver implements it. */
#ifndef FAKEVERBS_DRIVER_H
#define FAKEVERBS_DRIVER_H

#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/ib_user_verbs.h>

#include "command.h"

struct cq;
struct cq_init;
struct qp;
struct qp_init;
struct rwq_table;
struct srq;
struct srq_init;
struct wq;
struct wq_init;

/*
 * All functions return 0 or a negative errno. A create function receives an object with its
 * references set. It validates the request, records the state that the hardware would need and
 * writes the granted sizes into the request. It answers its user library through udata.
 */
struct driver {
	int (*alloc_ucontext)(struct ucontext *ctx, struct udata *udata);
	void (*query_device)(struct ib_uverbs_query_device_resp *resp);
	void (*query_device_ex)(struct ib_uverbs_ex_query_device_resp *resp, struct udata *udata);
	void (*alloc_pd)(uint32_t handle, struct udata *udata);
	int (*create_ah)(struct udata *udata);
	int (*create_cq)(struct cq *cq, const struct cq_init *init, struct udata *udata);
	int (*resize_cq)(struct cq *cq, uint32_t cqe, struct udata *udata);
	int (*modify_cq)(uint16_t cq_period);
	int (*create_srq)(struct srq *srq, struct srq_init *init, struct udata *udata);
	int (*modify_srq)(struct srq *srq, const struct ib_uverbs_modify_srq *attr);
	int (*create_qp)(struct qp *qp, struct qp_init *init, struct udata *udata);
	int (*modify_qp)(struct qp *qp, const struct ib_uverbs_ex_modify_qp *attr, uint32_t mask,
			 struct udata *udata);
	int (*query_qp)(const struct qp *qp, struct ib_uverbs_query_qp_resp *resp);
	int (*create_wq)(struct wq *wq, const struct wq_init *init, struct udata *udata);
	int (*modify_wq)(struct wq *wq, const struct ib_uverbs_ex_modify_wq *attr);
	int (*create_rwq_table)(const struct rwq_table *table);
	/* Maps the memory at this offset of the command descriptor. If it returns MAP_FAILED, errno is set. */
	void *(*mmap)(size_t length, uint64_t offset);
};

extern const struct driver mlx5_driver;
extern const struct driver mlx4_driver;

/* Returns the driver of the configured model. */
const struct driver *driver(void);

#endif
