/* SPDX-License-Identifier: Apache-2.0 */
#include "mw.h"

#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include "ioctl_call.h"
#include "mr.h"
#include "pd.h"
#include "uverbs.h"

/* Key indices of memory windows lie above those of memory regions. */
#define FIRST_WINDOW_INDEX 0x800000u

static int mw_release(struct uobject *uobj, enum destroy_reason reason)
{
	struct mw *mw = container_of(uobj, struct mw, uobj);

	(void)reason;
	if (mw->binding.mr)
		uobject_unuse(&mw->binding.mr->uobj);
	uobject_unuse(&mw->pd->uobj);
	return 0;
}

static const struct uobject_type mw_type = { .name = "MW", .release = mw_release };

struct mw *mw_by_index(uint32_t key)
{
	uint32_t index = key >> KEY_INDEX_SHIFT;
	struct uobject *uobj;

	if (index < FIRST_WINDOW_INDEX)
		return NULL;
	uobj = uobject_anywhere(index - FIRST_WINDOW_INDEX);
	return uobj && uobj->type == &mw_type ? container_of(uobj, struct mw, uobj) : NULL;
}

struct mw *mw_by_key(uint32_t key)
{
	struct mw *mw = mw_by_index(key);

	return mw && mw->key == key ? mw : NULL;
}

void mw_bind(struct mw *mw, uint8_t tag, const struct mw_binding *binding)
{
	if (binding->mr)
		uobject_use(&binding->mr->uobj);
	if (mw->binding.mr)
		uobject_unuse(&mw->binding.mr->uobj);
	mw->binding = *binding;
	mw->key = (mw->key & ~KEY_TAG_MASK) | tag;
}

int mw_alloc_write(struct command *cmd)
{
	struct ib_uverbs_alloc_mw_resp resp = {};
	struct ib_uverbs_alloc_mw req;
	struct pd *pd;
	struct mw *mw;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	pd = uobject_get(cmd->ctx, req.pd_handle, &pd_type);
	if (IS_ERR(pd))
		return PTR_ERR(pd);
	if (req.mw_type != IBV_MW_TYPE_1 && req.mw_type != IBV_MW_TYPE_2)
		return -EINVAL;

	mw = uobject_alloc(cmd->ctx, &mw_type, sizeof(*mw));
	if (IS_ERR(mw))
		return PTR_ERR(mw);
	mw->pd = pd;
	uobject_use(&pd->uobj);
	mw->type = req.mw_type;
	mw->key = (FIRST_WINDOW_INDEX + mw->uobj.handle) << KEY_INDEX_SHIFT;
	resp.mw_handle = mw->uobj.handle;
	resp.rkey = mw->key;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int mw_dealloc_write(struct command *cmd)
{
	struct ib_uverbs_dealloc_mw req;
	int ret = command_read(cmd, &req, sizeof(req));

	return ret ? ret : command_destroy(cmd, req.mw_handle, &mw_type, NULL);
}

int mw_destroy_ioctl(struct ioctl_call *call)
{
	return attr_destroy(call, UVERBS_ATTR_DESTROY_MW_HANDLE, &mw_type, NULL);
}
