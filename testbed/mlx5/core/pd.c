/* SPDX-License-Identifier: Apache-2.0 */
#include "pd.h"

#include <rdma/ib_user_ioctl_cmds.h>

#include "driver.h"
#include "ioctl_call.h"
#include "uverbs.h"

const struct uobject_type pd_type = { .name = "PD" };

int pd_alloc_write(struct command *cmd)
{
	struct ib_uverbs_alloc_pd_resp resp = {};
	struct pd *pd = uobject_alloc(cmd->ctx, &pd_type, sizeof(*pd));

	if (IS_ERR(pd))
		return PTR_ERR(pd);
	driver()->alloc_pd(pd->uobj.handle, &cmd->udata);
	resp.pd_handle = pd->uobj.handle;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int pd_dealloc_write(struct command *cmd)
{
	struct ib_uverbs_dealloc_pd req;
	int ret = command_read(cmd, &req, sizeof(req));

	return ret ? ret : command_destroy(cmd, req.pd_handle, &pd_type, NULL);
}

int pd_destroy_ioctl(struct ioctl_call *call)
{
	return attr_destroy(call, UVERBS_ATTR_DESTROY_PD_HANDLE, &pd_type, NULL);
}
