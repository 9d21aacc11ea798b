/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The NIC of the mlx5 model. It finds the work requests in the rings that the genuine library
 * fills, moves the data between queue pairs of this process, and writes completions that the
 * library understands. It runs when it is told to, or in a thread; see enum fakeverbs_nic. All
 * functions but nic_start() are called under the device lock.
 */
#ifndef FAKEVERBS_NIC_H
#define FAKEVERBS_NIC_H

#include "list.h"

struct cq;
struct qp;
struct wq;

/* The queue pairs and work queues that count. */
extern struct list_head nic_qps;
extern struct list_head nic_wqs;

/* CQs come and go; QPs count from INIT on. */
void nic_cq_add(struct cq *cq);
void nic_cq_remove(struct cq *cq);
void nic_qp_state_changed(struct qp *qp);
void nic_qp_remove(struct qp *qp);
void nic_wq_add(struct wq *wq);
void nic_wq_remove(struct wq *wq);
void nic_wq_state_changed(struct wq *wq);

/* Executes what is posted, on all queue pairs or one; both return the completions written. */
int nic_progress(void);
int nic_progress_qp(struct qp *qp);

/* Starts the thread, once, if the configuration wants one. */
void nic_start(void);

struct nic_counters {
	uint64_t wqes;			/* send work requests executed */
	uint64_t cqes;			/* completions written */
	uint64_t bytes;			/* payload bytes moved */
};

extern struct nic_counters nic_counters;

#endif
