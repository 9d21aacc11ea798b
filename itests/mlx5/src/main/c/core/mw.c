#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include "ioctl_call.h"
#include "pd.h"
#include "uverbs.h"

/* Keys of memory windows lie above those of memory regions, and are never resolved by the NIC. */
#define FIRST_WINDOW_KEY 0x800000u

struct mw {
	struct uobject uobj;
	struct pd *pd;
};

static int mw_release(struct uobject *uobj, enum destroy_reason reason)
{
	(void)reason;
	uobject_unuse(&container_of(uobj, struct mw, uobj)->pd->uobj);
	return 0;
}

static const struct uobject_type mw_type = { .name = "MW", .release = mw_release };

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
	resp.mw_handle = mw->uobj.handle;
	resp.rkey = (FIRST_WINDOW_KEY + mw->uobj.handle) << 8;
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
