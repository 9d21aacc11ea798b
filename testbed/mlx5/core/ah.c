/* SPDX-License-Identifier: Apache-2.0 */
#include <rdma/ib_user_ioctl_cmds.h>

#include "driver.h"
#include "ioctl_call.h"
#include "pd.h"
#include "port.h"
#include "uverbs.h"

struct ah {
	struct uobject uobj;
	struct pd *pd;
};

static int ah_release(struct uobject *uobj, enum destroy_reason reason)
{
	(void)reason;
	uobject_unuse(&container_of(uobj, struct ah, uobj)->pd->uobj);
	return 0;
}

static const struct uobject_type ah_type = { .name = "AH", .release = ah_release };

int ah_create_write(struct command *cmd)
{
	struct ib_uverbs_create_ah_resp resp = {};
	struct ib_uverbs_create_ah req;
	struct pd *pd;
	struct ah *ah;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	if (!port_is_valid(req.attr.port_num))
		return -EINVAL;
	pd = uobject_get(cmd->ctx, req.pd_handle, &pd_type);
	if (IS_ERR(pd))
		return PTR_ERR(pd);
	ret = port_check_address(req.attr.port_num, req.attr.is_global, req.attr.grh.sgid_index);
	if (!ret)
		ret = driver()->create_ah(&cmd->udata);
	if (ret)
		return ret;

	ah = uobject_alloc(cmd->ctx, &ah_type, sizeof(*ah));
	if (IS_ERR(ah))
		return PTR_ERR(ah);
	ah->pd = pd;
	uobject_use(&pd->uobj);
	resp.ah_handle = ah->uobj.handle;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int ah_destroy_write(struct command *cmd)
{
	struct ib_uverbs_destroy_ah req;
	int ret = command_read(cmd, &req, sizeof(req));

	return ret ? ret : command_destroy(cmd, req.ah_handle, &ah_type, NULL);
}

int ah_destroy_ioctl(struct ioctl_call *call)
{
	return attr_destroy(call, UVERBS_ATTR_DESTROY_AH_HANDLE, &ah_type, NULL);
}
