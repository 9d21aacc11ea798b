/* SPDX-License-Identifier: Apache-2.0 */
/* Requests that change memory keys: they bind and invalidate windows. */
#ifndef FAKEVERBS_UMR_H
#define FAKEVERBS_UMR_H

#include <stdbool.h>
#include <stdint.h>

struct pd;
struct qp;
struct wqe_cursor;

/* The segments of a UMR request, which set_bind_wr() of the library writes. */
struct umr {
	uint32_t key;			/* the current key of the window */
	uint8_t new_tag;
	bool of_queue_pair;		/* a binding of type 2 */
	uint32_t access;		/* enum ibv_access_flags */
	uint64_t start;			/* address of the first byte in requests */
	uint64_t length;		/* 0 ends the binding */
	uint32_t lkey;			/* the region, and the address in it */
	uint64_t addr;
};

void umr_read(struct wqe_cursor *cursor, uint32_t key, struct umr *umr);

/* Executes the request. If it fails with MLX5_CQE_SYNDROME_MW_BIND_ERR, nothing has changed. */
uint8_t umr_execute(const struct qp *qp, const struct umr *umr);

/* Invalidates a type 2 window. Returns false if it is not bound to this queue pair. */
bool umr_invalidate(const struct pd *pd, uint32_t qpn, uint32_t rkey);

#endif
