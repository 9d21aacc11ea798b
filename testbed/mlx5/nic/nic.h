/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The NIC of the mlx5 model. It reads work requests from the rings that the genuine library fills,
 * moves data between queue pairs of this process, and writes completions in the library's format.
 * It runs on request or in a thread (enum fakeverbs_nic). The caller of each function except
 * nic_start() holds the device lock.
 */
#ifndef FAKEVERBS_NIC_H
#define FAKEVERBS_NIC_H

#include "list.h"

struct cq;
struct qp;
struct wq;

/* The queue pairs and work queues that the NIC runs. */
extern struct list_head nic_qps;
extern struct list_head nic_wqs;

/* Add and remove queues. The NIC runs a queue pair in every state except RESET. */
void nic_cq_add(struct cq *cq);
void nic_cq_remove(struct cq *cq);
void nic_qp_state_changed(struct qp *qp);
void nic_qp_remove(struct qp *qp);
void nic_wq_add(struct wq *wq);
void nic_wq_remove(struct wq *wq);
void nic_wq_state_changed(struct wq *wq);

/* Execute the posted work requests of all queue pairs or of one. Return the completions written. */
int nic_progress(void);
int nic_progress_qp(struct qp *qp);

/* Executes all posted work requests, unless the program itself calls the NIC. */
void nic_catch_up(void);

/* Starts the thread if the configuration requests one and it does not run. A process without a device needs none. */
void nic_start(void);

struct nic_counters {
	uint64_t wqes;			/* send work requests executed */
	uint64_t cqes;			/* completions written */
	uint64_t bytes;			/* payload bytes moved */
};

extern struct nic_counters nic_counters;

#endif
