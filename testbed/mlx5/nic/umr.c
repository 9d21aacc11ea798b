/* SPDX-License-Identifier: Apache-2.0 */
#include "umr.h"

#include <infiniband/mlx5dv.h>

#include "memory.h"
#include "mr.h"
#include "mw.h"
#include "wqe_cursor.h"

#define MODIFYING_REMOTE (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)

static uint32_t access_of(uint8_t flags)
{
	uint32_t access = 0;

	if (flags & MLX5_WQE_MKEY_CONTEXT_ACCESS_FLAGS_REMOTE_WRITE)
		access |= IBV_ACCESS_REMOTE_WRITE;
	if (flags & MLX5_WQE_MKEY_CONTEXT_ACCESS_FLAGS_REMOTE_READ)
		access |= IBV_ACCESS_REMOTE_READ;
	if (flags & MLX5_WQE_MKEY_CONTEXT_ACCESS_FLAGS_ATOMIC)
		access |= IBV_ACCESS_REMOTE_ATOMIC;
	return access;
}

void umr_read(struct wqe_cursor *cursor, uint32_t key, struct umr *umr)
{
	const struct mlx5_wqe_umr_ctrl_seg *ctrl;
	const struct mlx5_wqe_mkey_context_seg *mkey;
	const struct mlx5_wqe_umr_klm_seg *klm;

	ctrl = wqe_cursor_at(cursor);
	*umr = (struct umr) {
		.key = key,
		.of_queue_pair = be64toh(ctrl->mkey_mask) & MLX5_WQE_UMR_CTRL_MKEY_MASK_QPN,
	};
	wqe_cursor_skip(cursor, sizeof(*ctrl));
	mkey = wqe_cursor_at(cursor);
	umr->new_tag = be32toh(mkey->qpn_mkey) & KEY_TAG_MASK;
	if (mkey->free)
		return;
	umr->access = access_of(mkey->access_flags);
	umr->start = be64toh(mkey->start_addr);
	umr->length = be64toh(mkey->len);
	wqe_cursor_skip(cursor, sizeof(*mkey));
	klm = wqe_cursor_at(cursor);
	umr->lkey = be32toh(klm->mkey);
	umr->addr = be64toh(klm->address);
}

/*
 * IBTA 10.6.7.2.2: a window with remote write or atomic access requires a writable region. It may
 * begin or end beyond the region (google/rdma-unit-test: BufferMwTest.BindExceedRear).
 */
static bool may_bind(const struct qp *qp, const struct mw *mw, const struct umr *umr)
{
	uint32_t access = IBV_ACCESS_MW_BIND;

	if (umr->access & MODIFYING_REMOTE)
		access |= IBV_ACCESS_LOCAL_WRITE;
	if (umr->of_queue_pair && mw->binding.mr)
		return false;
	return memory_permits(qp->pd, umr->lkey, access);
}

/* Only the queue pair that bound a type 2 window may unbind it, and only with its current key. */
static bool may_release(const struct qp *qp, const struct mw *mw, const struct umr *umr)
{
	if (!umr->of_queue_pair)
		return true;
	return mw->key == umr->key && mw->binding.mr && mw->binding.qpn == qp->qpn;
}

/*
 * To bind a window, the hardware does not compare its tag, because the library may still use the tag
 * from before an invalidation.
 */
uint8_t umr_execute(const struct qp *qp, const struct umr *umr)
{
	struct mw *mw = mw_by_index(umr->key);
	struct mw_binding binding = {};

	if (!mw || mw->pd != qp->pd || umr->of_queue_pair != (mw->type == IBV_MW_TYPE_2))
		return MLX5_CQE_SYNDROME_MW_BIND_ERR;
	if (!(umr->length ? may_bind(qp, mw, umr) : may_release(qp, mw, umr)))
		return MLX5_CQE_SYNDROME_MW_BIND_ERR;
	if (umr->length)
		binding = (struct mw_binding) {
			.mr = mr_by_key(umr->lkey),
			.qpn = qp->qpn,
			.access = umr->access,
			.addr = umr->addr,
			.start = umr->start,
			.length = umr->length,
		};
	mw_bind(mw, umr->new_tag, &binding);
	return 0;
}

bool umr_invalidate(const struct pd *pd, uint32_t qpn, uint32_t rkey)
{
	struct mw *mw = mw_by_key(rkey);
	struct mw_binding none = {};

	if (!mw || mw->type != IBV_MW_TYPE_2 || mw->pd != pd)
		return false;
	if (!mw->binding.mr || mw->binding.qpn != qpn)
		return false;
	mw_bind(mw, (uint8_t)(rkey & KEY_TAG_MASK), &none);
	return true;
}
