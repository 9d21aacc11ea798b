/* SPDX-License-Identifier: Apache-2.0 */
#include "uobject.h"

#include <rdma/ib_user_verbs.h>
#include <stdlib.h>

#include "channel.h"
#include "idspace.h"
#include "ucontext.h"

#define MAX_HANDLES (1u << 20)

static struct idspace handles = IDSPACE(1, MAX_HANDLES);
static uint64_t alive;

void *uobject_alloc(struct ucontext *ctx, const struct uobject_type *type, size_t size)
{
	struct uobject *uobj = calloc(1, size);

	if (!uobj)
		return ERR_PTR(-ENOMEM);
	uobj->handle = idspace_add(&handles, uobj);
	if (!uobj->handle) {
		free(uobj);
		return ERR_PTR(-ENOMEM);
	}
	uobj->type = type;
	uobj->ctx = ctx;
	uobj->async = channel_get(ctx->async);
	list_add(&uobj->node, &ctx->objects);
	alive++;
	return uobj;
}

static void uobject_free(struct uobject *uobj)
{
	channel_put(uobj->async);
	list_del(&uobj->node);
	idspace_remove(&handles, uobj->handle);
	alive--;
	free(uobj);
}

void uobject_abort(struct uobject *uobj)
{
	uobject_free(uobj);
}

void *uobject_get(struct ucontext *ctx, uint32_t handle, const struct uobject_type *type)
{
	struct uobject *uobj = idspace_find(&handles, handle);

	if (!uobj || uobj->ctx != ctx)
		return ERR_PTR(-ENOENT);
	return uobj->type == type ? uobj : ERR_PTR(-EINVAL);
}

void uobject_use(struct uobject *uobj)
{
	if (uobj)
		uobj->usecnt++;
}

void uobject_unuse(struct uobject *uobj)
{
	if (uobj)
		uobj->usecnt--;
}

void uobject_set_async(struct uobject *uobj, struct channel *channel)
{
	channel_put(uobj->async);
	uobj->async = channel_get(channel);
}

bool uobject_async_event(struct uobject *uobj, uint32_t event_type)
{
	struct ib_uverbs_async_event_desc event = {
		.element = uobj->user_handle,
		.event_type = event_type,
	};

	if (!channel_send(uobj->async, &event, sizeof(event)))
		return false;
	uobj->async_events++;
	return true;
}

int uobject_destroy(struct uobject *uobj, enum destroy_reason reason, uint32_t *events)
{
	int ret;

	if (uobj->usecnt)
		return -EBUSY;
	if (uobj->type->release) {
		ret = uobj->type->release(uobj, reason);
		if (ret)
			return ret;
	}
	if (uobj->async_events)
		uobj->async_events -= channel_forget(uobj->async, uobj->user_handle);
	if (events)
		*events = uobj->async_events;
	uobject_free(uobj);
	return 0;
}

struct uobject *uobject_anywhere(uint32_t handle)
{
	return idspace_find(&handles, handle);
}

uint64_t uobject_count(void)
{
	return alive;
}
