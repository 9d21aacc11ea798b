/* SPDX-License-Identifier: Apache-2.0 */
#include <rdma/mlx5-abi.h>

#include "config.h"
#include "cq.h"
#include "mlx5.h"
#include "user_memory.h"

#define KNOWN_FLAGS									\
	(MLX5_IB_CREATE_CQ_FLAGS_CQE_128B_PAD | MLX5_IB_CREATE_CQ_FLAGS_UAR_PAGE_INDEX | \
	 MLX5_IB_CREATE_CQ_FLAGS_REAL_TIME_TS)

#define FIRST_CQ_NUMBER 0x400

/*
 * The word of the doorbell record that the library writes to arm the queue, and a value that it
 * never writes there, because some bits are always 0.
 */
#define ARM_WORD 1
#define NEVER_ARMED 0xffffffffu

static uint32_t max_ring_size(void)
{
	return 1u << config.log_max_cq_sz;
}

static bool is_cqe_size(uint32_t size)
{
	return size == 64 || size == 128;
}

/* mlx5_ib_create_cq(), create_cq_user() */
int mlx5_create_cq(struct cq *cq, const struct cq_init *init, struct udata *udata)
{
	struct mlx5_ib_create_cq_resp resp = { .cqn = FIRST_CQ_NUMBER + cq->uobj.handle };
	struct mlx5_ib_create_cq req;
	uint64_t entries;
	int ret;

	if (init->cqe > max_ring_size())
		return -EINVAL;
	entries = roundup_pow_of_two((uint64_t)init->cqe + 1);
	if (entries > max_ring_size())
		return -EINVAL;
	if (udata->in_len < offsetof(struct mlx5_ib_create_cq, flags))
		return -EINVAL;
	udata_read(udata, &req, sizeof(req));
	if (req.flags & ~KNOWN_FLAGS || !is_cqe_size(req.cqe_size) || req.reserved0 ||
	    req.reserved1)
		return -EINVAL;
	ret = user_memory_check(req.buf_addr, entries * req.cqe_size);
	if (!ret)
		ret = user_memory_check(req.db_addr, 2 * sizeof(uint32_t));
	if (ret)
		return ret;
	cq->ignores_overrun = init->flags & IB_UVERBS_CQ_FLAGS_IGNORE_OVERRUN;
	cq->ring.buf = req.buf_addr;
	cq->ring.doorbell = req.db_addr;
	cq->ring.count = (uint32_t)entries;
	cq->ring.cqe_size = req.cqe_size;
	((volatile uint32_t *)(uintptr_t)req.db_addr)[ARM_WORD] = NEVER_ARMED;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}

/*
 * mlx5_ib_resize_cq(), resize_user(). The firmware rejects a size smaller than the number of
 * completions in the queue (MLX5_CMD_STAT_BAD_SIZE_OUTS_CQES_ERR).
 */
int mlx5_resize_cq(struct cq *cq, uint32_t cqe, struct udata *udata)
{
	struct mlx5_ib_resize_cq req;
	uint64_t entries;
	int ret;

	if (cqe < 1 || cqe > max_ring_size())
		return -EINVAL;
	entries = roundup_pow_of_two((uint64_t)cqe + 1);
	if (entries > max_ring_size())
		return -EINVAL;
	if (entries == cq->ring.count)
		return 0;
	udata_read(udata, &req, sizeof(req));
	if (req.reserved0 || req.reserved1 || !is_cqe_size(req.cqe_size))
		return -EINVAL;
	ret = user_memory_check(req.buf_addr, entries * req.cqe_size);
	if (!ret && cq_outstanding(cq) >= entries)
		return -EINVAL;
	if (!ret)
		cq_switch_ring(cq, req.buf_addr, req.cqe_size, (uint32_t)entries,
			       (uint8_t)(MLX5_CQE_RESIZE_CQ << 4 | cq_owner_bit(cq)));
	return ret;
}

int mlx5_modify_cq(uint16_t cq_period)
{
	return cq_period > MLX5_MAX_CQ_PERIOD ? -EINVAL : 0;
}
