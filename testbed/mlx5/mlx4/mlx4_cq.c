/* SPDX-License-Identifier: Apache-2.0 */
#include <rdma/mlx4-abi.h>

#include "cq.h"
#include "mlx4.h"
#include "user_memory.h"

#define FIRST_CQ_NUMBER 0x400

/*
 * The owner bit in a new ring must mark all entries as owned by the hardware. In zeroed memory the
 * library would find completions (mlx4_init_user_cqes).
 */
#define CQE_INIT_PATTERN 0xcc

static int take_ring(uint64_t buf, uint64_t entries)
{
	int ret = user_memory_check(buf, entries * CQE_SIZE);

	if (!ret)
		memset((void *)(uintptr_t)buf, CQE_INIT_PATTERN, entries * CQE_SIZE);
	return ret;
}

/* mlx4_ib_create_cq() */
int mlx4_create_cq(struct cq *cq, const struct cq_init *init, struct udata *udata)
{
	struct mlx4_ib_create_cq_resp resp = { .cqn = FIRST_CQ_NUMBER + cq->uobj.handle };
	struct mlx4_ib_create_cq req;
	uint64_t entries;
	int ret;

	if (init->cqe < 1 || init->cqe > MLX4_MAX_CQES)
		return -EINVAL;
	if (init->flags & ~IB_UVERBS_CQ_FLAGS_TIMESTAMP_COMPLETION)
		return -EINVAL;
	entries = roundup_pow_of_two((uint64_t)init->cqe + 1);
	udata_read(udata, &req, sizeof(req));
	ret = take_ring(req.buf_addr, entries);
	if (ret)
		return ret;
	cq->ring.buf = req.buf_addr;
	cq->ring.count = (uint32_t)entries;
	cq->ring.cqe_size = CQE_SIZE;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}

/*
 * The library calls this only to change the size. In recorded answers, a smaller size failed with
 * EINVAL, because every entry may hold a completion. A larger size failed with EOPNOTSUPP.
 */
int mlx4_resize_cq(struct cq *cq, uint32_t cqe, struct udata *udata)
{
	(void)udata;
	return cqe < 1 || cqe < cq->ring.count ? -EINVAL : -EOPNOTSUPP;
}

int mlx4_modify_cq(uint16_t cq_period)
{
	(void)cq_period;
	return 0;
}
