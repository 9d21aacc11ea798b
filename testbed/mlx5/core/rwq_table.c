/* SPDX-License-Identifier: Apache-2.0 */
#include "rwq_table.h"

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <stdlib.h>

#include "driver.h"
#include "ioctl_call.h"
#include "uverbs.h"
#include "wq.h"

static uint32_t table_size(const struct rwq_table *table)
{
	return 1u << table->log_size;
}

static int rwq_table_release(struct uobject *uobj, enum destroy_reason reason)
{
	struct rwq_table *table = container_of(uobj, struct rwq_table, uobj);
	uint32_t i;

	(void)reason;
	for (i = 0; i < table_size(table); i++)
		uobject_unuse(&table->wqs[i]->uobj);
	free(table->wqs);
	return 0;
}

const struct uobject_type rwq_table_type = { .name = "RWQ table", .release = rwq_table_release };

/* Looks up the WQs, whose handles follow the fixed part of the request. */
static int find_wqs(const struct command *cmd, struct rwq_table *table)
{
	size_t offset = sizeof(struct ib_uverbs_ex_create_rwq_ind_table);
	const char *handles = (const char *)cmd->in + offset;
	uint32_t handle, i;

	if (cmd->in_len < offset + table_size(table) * sizeof(handle))
		return -ENOSPC;
	for (i = 0; i < table_size(table); i++) {
		memcpy(&handle, handles + i * sizeof(handle), sizeof(handle));
		table->wqs[i] = uobject_get(cmd->ctx, handle, &wq_type);
		if (IS_ERR(table->wqs[i]))
			return PTR_ERR(table->wqs[i]);
	}
	return driver()->create_rwq_table(table);
}

int rwq_table_create_write(struct command *cmd)
{
	struct ib_uverbs_ex_create_rwq_ind_table_resp resp = {
		.response_length = response_length(cmd->out_len, sizeof(resp)),
	};
	struct ib_uverbs_ex_create_rwq_ind_table req;
	struct rwq_table *table;
	uint32_t i;
	int ret;

	memcpy(&req, cmd->in, sizeof(req));
	if (req.comp_mask)
		return -EOPNOTSUPP;
	if (req.log_ind_tbl_size > IB_USER_VERBS_MAX_LOG_IND_TBL_SIZE)
		return -EINVAL;
	table = uobject_alloc(cmd->ctx, &rwq_table_type, sizeof(*table));
	if (IS_ERR(table))
		return PTR_ERR(table);
	table->log_size = req.log_ind_tbl_size;
	table->wqs = calloc(table_size(table), sizeof(*table->wqs));
	ret = table->wqs ? find_wqs(cmd, table) : -ENOMEM;
	if (ret) {
		free(table->wqs);
		uobject_abort(&table->uobj);
		return ret;
	}
	for (i = 0; i < table_size(table); i++)
		uobject_use(&table->wqs[i]->uobj);
	resp.ind_tbl_handle = table->uobj.handle;
	resp.ind_tbl_num = table->uobj.handle;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int rwq_table_destroy_write(struct command *cmd)
{
	struct ib_uverbs_ex_destroy_rwq_ind_table req;
	int ret = command_read(cmd, &req, sizeof(req));

	if (!ret && req.comp_mask)
		ret = -EOPNOTSUPP;
	return ret ? ret : command_destroy(cmd, req.ind_tbl_handle, &rwq_table_type, NULL);
}

int rwq_table_destroy_ioctl(struct ioctl_call *call)
{
	return attr_destroy(call, UVERBS_ATTR_DESTROY_RWQ_IND_TBL_HANDLE, &rwq_table_type, NULL);
}
