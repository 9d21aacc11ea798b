/* SPDX-License-Identifier: Apache-2.0 */
/* Requests to this device's own memory keys: binding and invalidating windows. */
#ifndef FAKEVERBS_UMR_H
#define FAKEVERBS_UMR_H

#include <stdbool.h>
#include <stdint.h>

struct pd;
struct qp;
struct wqe_cursor;

/* The segments of such a request, which set_bind_wr() of the library writes. */
struct umr {
	uint32_t key;			/* of the window now */
	uint8_t new_tag;
	bool of_queue_pair;		/* a binding of type 2 */
	uint32_t access;		/* enum ibv_access_flags */
	uint64_t start;			/* what requests will call the first byte */
	uint64_t length;		/* 0 ends the binding */
	uint32_t lkey;			/* the region, and the address in it */
	uint64_t addr;
};

void umr_read(struct wqe_cursor *cursor, uint32_t key, struct umr *umr);

/* Returns 0 or MLX5_CQE_SYNDROME_MW_BIND_ERR, after which nothing has changed. */
uint8_t umr_execute(const struct qp *qp, const struct umr *umr);

/* Invalidates a type 2 window for a request from outside; false if it is not bound there. */
bool umr_invalidate(const struct pd *pd, uint32_t qpn, uint32_t rkey);

#endif
