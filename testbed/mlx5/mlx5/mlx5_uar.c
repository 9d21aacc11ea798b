/* SPDX-License-Identifier: Apache-2.0 */
/* Implements doorbell pages and the other mappings of the command descriptor. */
#include <rdma/mlx5-abi.h>
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <sys/mman.h>

#include "ioctl_call.h"
#include "mlx5.h"
#include "user_memory.h"
#include "uverbs.h"

/* Lower offsets are commands (MLX5_IB_MMAP_CMD_SHIFT). Higher offsets identify UAR objects. */
#define UAR_OFFSET_BASE 0x10000000ull
#define MMAP_CMD_SHIFT 8
#define MMAP_CMD_MASK 0xff

#define FIRST_UAR_PAGE 0x20

/* A clock that is stopped at a plausible time. */
#define CLOCK_NSEC 1700000000000000000ull
#define CLOCK_MULT (1u << 20)
#define CLOCK_SHIFT 20
#define CLOCK_OVERFLOW_PERIOD (1ull << 40)

struct uar {
	struct uobject uobj;
};

static const struct uobject_type uar_type = { .name = "UAR" };

int mlx5_uar_alloc_ioctl(struct ioctl_call *call)
{
	struct uar *uar = uobject_alloc(call->ctx, &uar_type, sizeof(*uar));
	uint64_t offset;

	if (IS_ERR(uar))
		return PTR_ERR(uar);
	offset = UAR_OFFSET_BASE + uar->uobj.handle * USER_PAGE_SIZE;
	attr_reply_handle(call, MLX5_IB_ATTR_UAR_OBJ_ALLOC_HANDLE, &uar->uobj);
	attr_reply(call, MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_OFFSET, &offset, sizeof(offset));
	attr_reply_u32(call, MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_LENGTH, USER_PAGE_SIZE);
	attr_reply_u32(call, MLX5_IB_ATTR_UAR_OBJ_ALLOC_PAGE_ID,
		       FIRST_UAR_PAGE + uar->uobj.handle);
	return 0;
}

int mlx5_uar_destroy_ioctl(struct ioctl_call *call)
{
	return attr_destroy(call, MLX5_IB_ATTR_UAR_OBJ_DESTROY_HANDLE, &uar_type, NULL);
}

/* The library queries firmware capabilities through DEVX, and continues without them. */
int mlx5_devx_other_ioctl(struct ioctl_call *call)
{
	(void)call;
	return -EOPNOTSUPP;
}

/* Maps ordinary memory. Doorbell writes have no effect, because the NIC polls the rings. */
void *mlx5_mmap(size_t length, uint64_t offset)
{
	uint64_t command = offset / USER_PAGE_SIZE >> MMAP_CMD_SHIFT & MMAP_CMD_MASK;
	struct mlx5_ib_clock_info *clock;
	void *page;

	page = user_memory_map(length);
	if (page == MAP_FAILED || offset >= UAR_OFFSET_BASE || command != MLX5_IB_MMAP_CLOCK_INFO)
		return page;
	clock = page;
	clock->nsec = CLOCK_NSEC;
	clock->mult = CLOCK_MULT;
	clock->shift = CLOCK_SHIFT;
	clock->mask = INT64_MAX;
	clock->overflow_period = CLOCK_OVERFLOW_PERIOD;
	return page;
}
