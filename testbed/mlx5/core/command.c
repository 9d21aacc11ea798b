/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include "lie.h"
#include "uobject.h"

static bool all_zero(const char *bytes, size_t size)
{
	while (size--)
		if (*bytes++)
			return false;
	return true;
}

static void copy_in(void *to, size_t to_len, const void *from, size_t from_len)
{
	size_t common = min_u64(to_len, from_len);

	if (common)
		memcpy(to, from, common);
	memset((char *)to + common, 0, to_len - common);
}

static void copy_out(void *to, size_t to_len, const void *from, size_t from_len)
{
	if (to && to_len)
		copy_in(to, to_len, from, from_len);
}

int command_read(const struct command *cmd, void *request, size_t size)
{
	copy_in(request, size, cmd->in, cmd->in_len);
	if (cmd->in_len > size &&
	    !all_zero((const char *)cmd->in + size, cmd->in_len - size))
		return -EOPNOTSUPP;
	return 0;
}

void command_reply(struct command *cmd, const void *response, size_t size)
{
	copy_out(cmd->out, cmd->out_len, response, size);
	lie_answer(LIE_CORE, cmd->out, min_u64(cmd->out_len, size));
}

int command_destroy(struct command *cmd, uint32_t handle, const struct uobject_type *type,
		    uint32_t *events)
{
	struct uobject *uobj = uobject_get(cmd->ctx, handle, type);

	if (IS_ERR(uobj))
		return PTR_ERR(uobj);
	return uobject_destroy(uobj, DESTROY_COMMAND, events);
}

void udata_read(const struct udata *udata, void *request, size_t size)
{
	copy_in(request, size, udata->in, udata->in_len);
}

void udata_reply(struct udata *udata, const void *response, size_t size)
{
	copy_out(udata->out, udata->out_len, response, size);
	lie_answer(LIE_DRIVER, udata->out, min_u64(udata->out_len, size));
}

uint32_t response_length(size_t out_len, size_t size)
{
	return (uint32_t)min_u64(out_len, size);
}
