/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_QP_H
#define FAKEVERBS_QP_H

#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/ib_user_verbs.h>

#include "nic/retry.h"
#include "uobject.h"
#include "work_ring.h"

struct cq;
struct pd;
struct rwq_table;
struct srq;
struct xrcd;
struct xrcd_handle;

/* The hash function with which an RSS queue pair distributes packets. */
#define RSS_KEY_SIZE 40

struct rss_hash {
	uint8_t key[RSS_KEY_SIZE];	/* of the Toeplitz function */
	uint64_t fields;		/* enum ibv_rx_hash_fields */
};

/*
 * A queue pair. A queue pair of type XRC_RECV may have several handles and lives until the last one
 * is destroyed (ib_qp.real_qp). Every other queue pair has exactly one handle.
 */
struct qp {
	struct list_head handles;	/* struct qp_handle */
	uint32_t qpn;			/* 0 for RSS */
	uint8_t type;			/* enum ib_uverbs_qp_type */
	uint8_t state;			/* enum ibv_qp_state */
	bool sq_sig_all;
	uint32_t create_flags;		/* enum ib_uverbs_qp_create_flags */
	bool underlay;			/* created with a source QP number */

	struct pd *pd;			/* the references; NULL if the type has no such reference */
	struct cq *send_cq;
	struct cq *recv_cq;
	struct srq *srq;
	struct rwq_table *rwq_table;	/* set for an RSS QP, which has no queues */
	struct rss_hash rss_hash;
	struct xrcd *xrcd;

	struct ib_uverbs_qp_cap cap;	/* as granted by the driver */
	struct ib_uverbs_modify_qp attr; /* the attributes that modify_qp has set */

	/* For the NIC; mlx5 only. */
	struct list_head nic_node;	/* in nic_qps */
	struct work_ring sq;
	struct work_ring rq;
	uint64_t doorbell;		/* two words: receive and send counter */
	uint32_t uidx;			/* identifies the QP in completions */
	bool signed_wqes;		/* receive entries begin with a signature */
	bool established;		/* a message has arrived */
	bool last_wqe_reported;
	struct retry retry;
};

/* The program's handle to a queue pair. */
struct qp_handle {
	struct uobject uobj;
	struct qp *qp;
	struct list_head node;		/* in qp.handles */
	struct list_head mcast;		/* groups attached through this handle */
	struct xrcd_handle *xrcd;	/* XRC_RECV only */
};

/* A request to create a queue pair. The driver writes the granted caps into it. */
struct qp_init {
	uint64_t user_handle;
	uint32_t type;
	uint32_t create_flags;
	bool sq_sig_all;
	bool has_source_qpn;
	struct ib_uverbs_qp_cap cap;
	struct pd *pd;
	struct cq *send_cq;
	struct cq *recv_cq;
	struct srq *srq;
	struct rwq_table *rwq_table;
	struct xrcd_handle *xrcd;
	struct channel *async;
};

extern const struct uobject_type qp_type;

/* Returns the queue pair with this number, or NULL. */
struct qp *qp_by_number(uint32_t qpn);

/* Allocates a queue pair. RSS queue pairs have no number. */
struct qp *qp_new(const struct qp_init *init);

/* Frees a queue pair without handles and releases its references. */
void qp_free(struct qp *qp);

/* Creates another handle to a queue pair. */
struct qp_handle *qp_handle_new(struct ucontext *ctx, struct qp *qp, uint64_t user_handle,
				struct xrcd_handle *xrcd);

/* Raises an asynchronous event on every handle of the queue pair. */
void qp_async_event(struct qp *qp, uint32_t event_type);

/* Returns whether the type is connected and thus has an address: RC, UC or XRC. */
bool qp_is_connected(const struct qp *qp);

/* Fills in the attributes that the hardware stores, for a driver's query_qp(). */
void qp_fill_context(const struct qp *qp, struct ib_uverbs_query_qp_resp *resp);

#endif
