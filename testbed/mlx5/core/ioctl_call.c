/* SPDX-License-Identifier: Apache-2.0 */
#include "ioctl_call.h"

#include <rdma/ib_user_ioctl_cmds.h>

#include "channel.h"
#include "lie.h"
#include "ucontext.h"

/* Values up to this size are stored in the attribute itself (uverbs_attr_ptr_is_inline). */
#define INLINE_SIZE sizeof(uint64_t)

static struct ib_uverbs_attr *attr_find(const struct ioctl_call *call, uint16_t id)
{
	unsigned int i;

	for (i = 0; i < call->hdr->num_attrs; i++)
		if (call->hdr->attrs[i].attr_id == id)
			return &call->hdr->attrs[i];
	return NULL;
}

static const void *attr_input(const struct ib_uverbs_attr *attr)
{
	if (attr->len <= INLINE_SIZE)
		return &attr->data;
	return (const void *)(uintptr_t)attr->data;
}

static void *attr_output(struct ib_uverbs_attr *attr)
{
	attr->flags |= UVERBS_ATTR_F_VALID_OUTPUT;
	return (void *)(uintptr_t)attr->data;
}

bool attr_present(const struct ioctl_call *call, uint16_t id)
{
	return attr_find(call, id);
}

size_t attr_size(const struct ioctl_call *call, uint16_t id)
{
	const struct ib_uverbs_attr *attr = attr_find(call, id);

	return attr ? attr->len : 0;
}

uint64_t attr_u64(const struct ioctl_call *call, uint16_t id, uint64_t fallback)
{
	const struct ib_uverbs_attr *attr = attr_find(call, id);
	uint64_t value = 0;

	if (!attr)
		return fallback;
	memcpy(&value, attr_input(attr), min_u64(attr->len, sizeof(value)));
	return value;
}

uint32_t attr_u32(const struct ioctl_call *call, uint16_t id, uint32_t fallback)
{
	return (uint32_t)attr_u64(call, id, fallback);
}

void attr_read(const struct ioctl_call *call, uint16_t id, void *value, size_t size)
{
	const struct ib_uverbs_attr *attr = attr_find(call, id);

	memset(value, 0, size);
	if (attr)
		memcpy(value, attr_input(attr), min_u64(attr->len, size));
}

void *attr_object(const struct ioctl_call *call, uint16_t id, const struct uobject_type *type)
{
	const struct ib_uverbs_attr *attr = attr_find(call, id);

	return attr ? uobject_get(call->ctx, (uint32_t)attr->data, type) : NULL;
}

struct channel *attr_channel(const struct ioctl_call *call, uint16_t id)
{
	const struct ib_uverbs_attr *attr = attr_find(call, id);

	return attr ? channel_lookup((int)attr->data_s64, call->ctx->id) : NULL;
}

void attr_reply(struct ioctl_call *call, uint16_t id, const void *value, size_t size)
{
	struct ib_uverbs_attr *attr = attr_find(call, id);

	if (!attr)
		return;
	memcpy(attr_output(attr), value, min_u64(attr->len, size));
	lie_answer(id, attr_output(attr), min_u64(attr->len, size));
}

void attr_reply_u32(struct ioctl_call *call, uint16_t id, uint32_t value)
{
	attr_reply(call, id, &value, sizeof(value));
}

void attr_reply_handle(struct ioctl_call *call, uint16_t id, const struct uobject *uobj)
{
	struct ib_uverbs_attr *attr = attr_find(call, id);

	if (!attr)
		return;
	attr->data = uobj->handle;
	lie_answer(id, &attr->data, sizeof(uobj->handle));
}

void attr_reply_fd(struct ioctl_call *call, uint16_t id, int fd)
{
	struct ib_uverbs_attr *attr = attr_find(call, id);

	if (!attr)
		return;
	attr->data_s64 = fd;
	lie_answer(id, &attr->data_s64, sizeof(attr->data_s64));
}

void attr_core_buffers(struct ioctl_call *call, struct command *cmd)
{
	struct ib_uverbs_attr *attr = attr_find(call, UVERBS_ATTR_CORE_IN);

	if (attr) {
		cmd->in = attr_input(attr);
		cmd->in_len = attr->len;
	}
	attr = attr_find(call, UVERBS_ATTR_CORE_OUT);
	if (attr) {
		cmd->out = attr_output(attr);
		cmd->out_len = attr->len;
	}
}

void attr_udata(struct ioctl_call *call)
{
	struct ib_uverbs_attr *attr = attr_find(call, UVERBS_ATTR_UHW_IN);

	if (attr) {
		call->udata.in = attr_input(attr);
		call->udata.in_len = attr->len;
	}
	attr = attr_find(call, UVERBS_ATTR_UHW_OUT);
	if (attr) {
		call->udata.out = attr_output(attr);
		call->udata.out_len = attr->len;
	}
}

int attr_destroy(struct ioctl_call *call, uint16_t id, const struct uobject_type *type,
		 uint32_t *events)
{
	struct uobject *uobj = attr_object(call, id, type);

	if (!uobj)
		return -EINVAL;
	if (IS_ERR(uobj))
		return PTR_ERR(uobj);
	return uobject_destroy(uobj, DESTROY_COMMAND, events);
}
