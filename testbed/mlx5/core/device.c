/* SPDX-License-Identifier: Apache-2.0 */
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>

#include "channel.h"
#include "config.h"
#include "driver.h"
#include "ioctl_call.h"
#include "ucontext.h"
#include "uverbs.h"

const struct driver *driver(void)
{
	return config.mlx4 ? &mlx4_driver : &mlx5_driver;
}

/* Fails with EINVAL if the descriptor already has a context (ib_alloc_ucontext). */
static int alloc_ucontext(struct ucontext *ctx, struct udata *udata)
{
	int ret;

	if (ctx->ready)
		return -EINVAL;
	ret = driver()->alloc_ucontext(ctx, udata);
	if (!ret)
		ctx->ready = true;
	return ret;
}

/* The first event queue becomes the default of the objects (ib_uverbs_init_async_event_file). */
static int alloc_async_channel(struct ucontext *ctx, int *fd)
{
	struct channel *channel = channel_create(ctx->id, fd);

	if (IS_ERR(channel))
		return PTR_ERR(channel);
	if (!ctx->async)
		ctx->async = channel_get(channel);
	return 0;
}

int device_get_context_write(struct command *cmd)
{
	struct ib_uverbs_get_context_resp resp = {
		.num_comp_vectors = config.num_comp_vectors,
	};
	int async_fd, ret;

	ret = alloc_ucontext(cmd->ctx, &cmd->udata);
	if (!ret)
		ret = alloc_async_channel(cmd->ctx, &async_fd);
	if (ret)
		return ret;
	resp.async_fd = (uint32_t)async_fd;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int device_get_context_ioctl(struct ioctl_call *call)
{
	uint64_t core_support = IB_UVERBS_CORE_SUPPORT_OPTIONAL_MR_ACCESS;
	int ret = alloc_ucontext(call->ctx, &call->udata);

	if (ret)
		return ret;
	attr_reply_u32(call, UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, config.num_comp_vectors);
	attr_reply(call, UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, &core_support,
		   sizeof(core_support));
	return 0;
}

int device_alloc_async_ioctl(struct ioctl_call *call)
{
	int fd;
	int ret = alloc_async_channel(call->ctx, &fd);

	if (!ret)
		attr_reply_fd(call, UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE, fd);
	return ret;
}

int device_query_write(struct command *cmd)
{
	struct ib_uverbs_query_device_resp resp = {};

	driver()->query_device(&resp);
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int device_query_ex_write(struct command *cmd)
{
	struct ib_uverbs_ex_query_device_resp resp = {
		.response_length = response_length(cmd->out_len, sizeof(resp)),
	};
	struct ib_uverbs_ex_query_device req;
	int ret = command_read(cmd, &req, sizeof(req));

	if (ret)
		return ret;
	if (req.comp_mask || req.reserved)
		return -EINVAL;
	driver()->query_device(&resp.base);
	driver()->query_device_ex(&resp, &cmd->udata);
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}
