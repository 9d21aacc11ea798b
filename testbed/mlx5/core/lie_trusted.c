/* SPDX-License-Identifier: Apache-2.0 */
#include "lie_trusted.h"

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>
#include <rdma/mlx5_user_ioctl_cmds.h>

#include "lie.h"

struct trusted_field {
	uint64_t call;
	uint32_t part;
	uint32_t doubtful;		/* bits that may still be falsified */
	size_t offset;
	size_t size;
};

#define NONE 0u
#define BITS_OF_NUMBER 0xffffffu
#define BITS_WITHIN_PAGE 0xfffu

/* A file descriptor that differs only in these bits is too large to be open. */
#define NOT_OPEN 0xff000000u

#define GET_CONTEXT LIE_IOCTL(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT)

#define WORD 0, sizeof(uint32_t)

/* The whole answer of a command. */
#define ANSWER(type) 0, sizeof(struct type)

#define CLOCK_OFFSET offsetof(struct mlx5_ib_alloc_ucontext_resp, hca_core_clock_offset)

#define FIELD(type, field) offsetof(struct type, field), sizeof(((struct type *)0)->field)

/*
 * Events are not in this table. Completion events are never falsified, because ibv_get_cq_event()
 * of libibverbs dereferences the pointer in cq_handle. No false asynchronous event names a live
 * object of the right kind, because the destroy functions below would then wait forever.
 */
static const struct trusted_field fields[] = {
	/*
	 * libibverbs, ibv_cmd_destroy_cq(), _qp(), _srq() and _wq(): wait until the program has
	 * acknowledged as many events as the kernel has reported.
	 */
	{ LIE_IOCTL(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY), UVERBS_ATTR_DESTROY_CQ_RESP, NONE,
	  ANSWER(ib_uverbs_destroy_cq_resp) },
	{ LIE_IOCTL(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY), UVERBS_ATTR_DESTROY_QP_RESP, NONE,
	  ANSWER(ib_uverbs_destroy_qp_resp) },
	{ LIE_IOCTL(UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_DESTROY), UVERBS_ATTR_DESTROY_SRQ_RESP,
	  NONE, ANSWER(ib_uverbs_destroy_srq_resp) },
	{ LIE_IOCTL(UVERBS_OBJECT_WQ, UVERBS_METHOD_WQ_DESTROY), UVERBS_ATTR_DESTROY_WQ_RESP, NONE,
	  WORD },
	/* The same functions: read the answer of a failed call if its result is a success. */
	{ LIE_IOCTL(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY), LIE_STATUS, NONE, WORD },
	{ LIE_IOCTL(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY), LIE_STATUS, NONE, WORD },
	{ LIE_IOCTL(UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_DESTROY), LIE_STATUS, NONE, WORD },
	{ LIE_IOCTL(UVERBS_OBJECT_WQ, UVERBS_METHOD_WQ_DESTROY), LIE_STATUS, NONE, WORD },

	/*
	 * libibverbs, ibv_close_device() and ibv_destroy_comp_channel(): close the descriptor, which
	 * another part of the process may have opened.
	 */
	{ LIE_IOCTL(UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC),
	  UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE, NOT_OPEN, WORD },
	{ LIE_WRITE(IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL), LIE_CORE, NOT_OPEN, WORD },

	/* libmlx5, mlx5_set_context(): maps this many doorbell pages into an array of fixed size. */
	{ GET_CONTEXT, LIE_DRIVER, NONE, FIELD(mlx5_ib_alloc_ucontext_resp, tot_bfregs) },
	/* libmlx5, mlx5_alloc_dbrec(): places doorbell records at this distance in a page. */
	{ GET_CONTEXT, LIE_DRIVER, NONE, FIELD(mlx5_ib_alloc_ucontext_resp, cache_line_size) },
	/*
	 * libmlx5, mlx5_map_internal_clock() and mlx5_free_context(): the first adds the offset
	 * within the page to the mapping of the clock. The second subtracts the whole offset before
	 * it unmaps the page.
	 */
	{ GET_CONTEXT, LIE_DRIVER, BITS_WITHIN_PAGE, CLOCK_OFFSET, sizeof(uint32_t) },
	{ GET_CONTEXT, LIE_DRIVER, NONE, CLOCK_OFFSET + sizeof(uint32_t), sizeof(uint32_t) },
	/* libmlx5, mlx5_create_srq(): stores the SRQ in a table for numbers of 24 bits. */
	{ LIE_IOCTL(UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_CREATE), LIE_DRIVER, BITS_OF_NUMBER,
	  FIELD(mlx5_ib_create_srq_resp, srqn) },
};

uint32_t lie_doubtful_bits(uint64_t call, uint32_t part, size_t offset)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		if (fields[i].call == call && fields[i].part == part &&
		    offset + sizeof(uint32_t) > fields[i].offset &&
		    offset < fields[i].offset + fields[i].size)
			return fields[i].doubtful;
	return UINT32_MAX;
}
