/* SPDX-License-Identifier: Apache-2.0 */
#include "ucontext.h"

#include <infiniband/verbs.h>
#include <rdma/ib_user_verbs.h>
#include <stdlib.h>

#include "channel.h"
#include "descriptor.h"
#include "fault.h"
#include "uobject.h"

struct list_head ucontexts = LIST_HEAD_INIT(ucontexts);

int ucontext_open(int fd)
{
	static uint32_t last_id;
	struct ucontext *ctx = calloc(1, sizeof(*ctx));
	int ret;

	if (!ctx)
		return -ENOMEM;
	ret = fault_count();
	if (!ret)
		ret = descriptor_install(fd, DESCRIPTOR_COMMAND, ctx);
	if (ret) {
		free(ctx);
		return ret;
	}
	ctx->id = ++last_id;
	list_init(&ctx->objects);
	list_add(&ctx->node, &ucontexts);
	return 0;
}

/*
 * Destroys objects, newest first, in repeated passes (uverbs_destroy_ufile_hw). A pass skips objects
 * that others still use. References point to older objects, except that a memory region may have
 * moved to a newer protection domain.
 */
static void destroy_objects(struct ucontext *ctx)
{
	struct uobject *uobj, *tmp;
	bool progress = true;

	while (progress) {
		progress = false;
		list_for_each_entry_safe(uobj, tmp, &ctx->objects, node)
			if (!uobject_destroy(uobj, DESTROY_CONTEXT, NULL))
				progress = true;
	}
}

int ucontext_enter(const struct ucontext *ctx)
{
	int injected = fault_count();

	if (!ctx)
		return -EBADF;
	return ctx->disassociated ? -EIO : injected;
}

void ucontext_disassociate(struct ucontext *ctx)
{
	struct ib_uverbs_async_event_desc event = { .event_type = IBV_EVENT_DEVICE_FATAL };

	channel_send(ctx->async, &event, sizeof(event));
	destroy_objects(ctx);
	channels_hang_up(ctx->id);
	ctx->disassociated = true;
}

void ucontext_close(struct ucontext *ctx)
{
	destroy_objects(ctx);
	list_del(&ctx->node);
	channel_put(ctx->async);
	free(ctx);
}
