/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch.h"

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_cmds.h>

#include "config.h"
#include "descriptor.h"
#include "ioctl_call.h"
#include "lie.h"
#include "lock.h"
#include "ucontext.h"
#include "uverbs.h"

/* A number that no command has. */
#define NO_COMMAND UINT32_MAX

struct ioctl_method {
	uint16_t object;
	uint16_t method;
	int (*handler)(struct ioctl_call *call);
	bool before_context;		/* is allowed before GET_CONTEXT */
};

/* Executes a write command that an ioctl() wraps (UVERBS_METHOD_INVOKE_WRITE). */
static int invoke_write(struct ioctl_call *call)
{
	uint32_t number = attr_u32(call, UVERBS_ATTR_WRITE_CMD, NO_COMMAND);
	struct command cmd = { .ctx = call->ctx, .udata = call->udata };

	attr_core_buffers(call, &cmd);
	return dispatch_command(number, &cmd, false);
}

static const struct ioctl_method methods[] = {
	{ UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE, invoke_write, true },
	{ UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT, device_get_context_ioctl, true },
	{ UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT, port_query_ioctl, false },
	{ UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_ENTRY, gid_query_entry_ioctl, false },
	{ UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_TABLE, gid_query_table_ioctl, false },
	{ UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC, device_alloc_async_ioctl,
	  true },
	{ UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY, pd_destroy_ioctl, false },
	{ UVERBS_OBJECT_AH, UVERBS_METHOD_AH_DESTROY, ah_destroy_ioctl, false },
	{ UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY, mr_destroy_ioctl, false },
	{ UVERBS_OBJECT_MR, UVERBS_METHOD_ADVISE_MR, mr_advise_ioctl, false },
	{ UVERBS_OBJECT_MW, UVERBS_METHOD_MW_DESTROY, mw_destroy_ioctl, false },
	{ UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE, cq_create_ioctl, false },
	{ UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY, cq_destroy_ioctl, false },
	{ UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_CREATE, srq_create_ioctl, false },
	{ UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_DESTROY, srq_destroy_ioctl, false },
	{ UVERBS_OBJECT_XRCD, UVERBS_METHOD_XRCD_DESTROY, xrcd_destroy_ioctl, false },
	{ UVERBS_OBJECT_QP, UVERBS_METHOD_QP_CREATE, qp_create_ioctl, false },
	{ UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY, qp_destroy_ioctl, false },
	{ UVERBS_OBJECT_FLOW, UVERBS_METHOD_FLOW_DESTROY, flow_destroy_ioctl, false },
	{ UVERBS_OBJECT_WQ, UVERBS_METHOD_WQ_CREATE, wq_create_ioctl, false },
	{ UVERBS_OBJECT_WQ, UVERBS_METHOD_WQ_DESTROY, wq_destroy_ioctl, false },
	{ UVERBS_OBJECT_RWQ_IND_TBL, UVERBS_METHOD_RWQ_IND_TBL_DESTROY, rwq_table_destroy_ioctl,
	  false },
	{ MLX5_IB_OBJECT_UAR, MLX5_IB_METHOD_UAR_OBJ_ALLOC, mlx5_uar_alloc_ioctl, false },
	{ MLX5_IB_OBJECT_UAR, MLX5_IB_METHOD_UAR_OBJ_DESTROY, mlx5_uar_destroy_ioctl, false },
	{ MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_OTHER, mlx5_devx_other_ioctl, false },
};

static const struct ioctl_method *find_method(const struct ib_uverbs_ioctl_hdr *hdr)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(methods); i++)
		if (methods[i].object == hdr->object_id && methods[i].method == hdr->method_id)
			return &methods[i];
	return NULL;
}

static int dispatch_call(struct ioctl_call *call)
{
	const struct ib_uverbs_ioctl_hdr *hdr = call->hdr;
	const struct ioctl_method *method = find_method(hdr);
	int ret;

	if (!method) {
		commands_seen++;
		commands_unknown++;
		log_debug("unknown ioctl object 0x%x method 0x%x\n", hdr->object_id,
			  hdr->method_id);
		return -EPROTONOSUPPORT;
	}
	if (method->handler != invoke_write)
		commands_seen++;
	if (!call->ctx->ready && !method->before_context)
		return -EINVAL;
	attr_udata(call);
	lie_begin(LIE_IOCTL(hdr->object_id, hdr->method_id));
	ret = method->handler(call);
	log_debug("ioctl object 0x%x method 0x%x: %d\n", hdr->object_id, hdr->method_id, ret);
	/* dispatch_command() has already done this for a wrapped write command. */
	return method->handler == invoke_write ? ret : lie_status(ret);
}

int dispatch_ioctl(int fd, void *header)
{
	struct ioctl_call call = { .hdr = header };
	int ret;

	/* Kernels before 4.20 do not have this ioctl(). The library then falls back to write(). */
	if (config.legacy)
		return ENOTTY;
	device_lock();
	call.ctx = descriptor_object(fd, DESCRIPTOR_COMMAND);
	ret = ucontext_enter(call.ctx);
	if (!ret)
		ret = dispatch_call(&call);
	device_unlock();
	return -ret;
}
