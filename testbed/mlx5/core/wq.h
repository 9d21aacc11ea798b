/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_WQ_H
#define FAKEVERBS_WQ_H

#include "uobject.h"
#include "work_ring.h"

struct cq;
struct pd;

struct wq {
	struct uobject uobj;
	uint32_t wqn;
	uint32_t state;			/* enum ibv_wq_state */
	uint32_t create_flags;		/* enum ib_uverbs_wq_flags */
	struct pd *pd;
	struct cq *cq;

	/* For the NIC; mlx5 only. */
	struct list_head nic_node;	/* in nic_wqs */
	struct work_ring ring;
	uint64_t doorbell;		/* its first word is the receive counter */
	uint32_t uidx;			/* identifies the WQ in completions */
	bool signed_wqes;		/* entries begin with a signature */
	struct delayed_packet *delayed;	/* packets that wait for an entry, oldest first */
};

/* A request to create a receive work queue. The granted sizes equal the requested ones. */
struct wq_init {
	uint64_t user_handle;
	uint32_t type;			/* enum ibv_wq_type */
	uint32_t max_wr;
	uint32_t max_sge;
	uint32_t create_flags;		/* enum ib_uverbs_wq_flags */
	struct pd *pd;
	struct cq *cq;
	struct channel *async;
};

extern const struct uobject_type wq_type;

#endif
