#include <rdma/mlx4-abi.h>

#include "cq.h"
#include "mlx4.h"
#include "user_memory.h"

#define FIRST_CQ_NUMBER 0x400

/* MLX4_CQE_OPCODE_RESIZE of the library; the owner bit is the topmost. */
#define CQE_OPCODE_RESIZE 0x16
#define CQE_OWNER_SHIFT 7

/*
 * A new ring belongs to the hardware, which the owner bit says: in zeroed memory the library would
 * see completions (mlx4_init_user_cqes).
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

/* mlx4_ib_resize_cq() */
int mlx4_resize_cq(struct cq *cq, uint32_t cqe, struct udata *udata)
{
	struct mlx4_ib_resize_cq req;
	uint64_t entries;
	uint8_t op_own;
	int ret;

	if (cqe < 1 || cqe > MLX4_MAX_CQES)
		return -EINVAL;
	entries = roundup_pow_of_two((uint64_t)cqe + 1);
	if (entries == cq->ring.count)
		return 0;
	udata_read(udata, &req, sizeof(req));
	ret = take_ring(req.buf_addr, entries);
	if (ret)
		return ret;
	op_own = (uint8_t)(cq_owner_bit(cq) << CQE_OWNER_SHIFT | CQE_OPCODE_RESIZE);
	cq_switch_ring(cq, req.buf_addr, CQE_SIZE, (uint32_t)entries, op_own);
	return 0;
}

int mlx4_modify_cq(uint16_t cq_period)
{
	(void)cq_period;
	return 0;
}
