/* SPDX-License-Identifier: Apache-2.0 */
#include <infiniband/verbs.h>

#include "driver.h"
#include "nic/nic.h"
#include "qp.h"
#include "uverbs.h"

#define REMOTE_ACCESS \
	(IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)

/*
 * Returns the remote access that the queue pair permits. A responder without resources for reads
 * and atomics permits only writes (set_qpc_atomic_flags in mlx5, to_mlx4_access_flags in mlx4).
 */
static uint32_t granted_access(const struct qp *qp)
{
	uint32_t access = qp->attr.qp_access_flags & REMOTE_ACCESS;

	return qp->attr.max_dest_rd_atomic ? access : access & IBV_ACCESS_REMOTE_WRITE;
}

/* The hardware stores logarithms, so 0 is read back as 1 (query_qp_attr, mlx4_ib_query_qp). */
static uint8_t granted_rd_atomic(uint8_t value)
{
	return (uint8_t)roundup_pow_of_two(value);
}

void qp_fill_context(const struct qp *qp, struct ib_uverbs_query_qp_resp *resp)
{
	const struct ib_uverbs_modify_qp *attr = &qp->attr;

	resp->path_mtu = attr->path_mtu;
	resp->path_mig_state = attr->path_mig_state;
	resp->qkey = attr->qkey;
	resp->rq_psn = attr->rq_psn;
	resp->sq_psn = attr->sq_psn;
	resp->dest_qp_num = attr->dest_qp_num;
	resp->qp_access_flags = granted_access(qp);
	resp->max_rd_atomic = granted_rd_atomic(attr->max_rd_atomic);
	resp->max_dest_rd_atomic = granted_rd_atomic(attr->max_dest_rd_atomic);
	resp->min_rnr_timer = attr->min_rnr_timer;
	resp->retry_cnt = attr->retry_cnt;
	resp->rnr_retry = attr->rnr_retry;
	resp->pkey_index = attr->pkey_index;
	resp->port_num = attr->port_num;
	resp->timeout = attr->timeout;
	resp->alt_timeout = attr->alt_timeout;
	if (qp_is_connected(qp)) {
		resp->dest = attr->dest;
		resp->alt_dest = attr->alt_dest;
		resp->alt_pkey_index = attr->alt_pkey_index;
		resp->alt_port_num = attr->alt_port_num;
	}
}

int qp_query_write(struct command *cmd)
{
	struct ib_uverbs_query_qp_resp resp = {};
	struct ib_uverbs_query_qp req;
	struct qp_handle *handle;
	const struct qp *qp;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	handle = uobject_get(cmd->ctx, req.qp_handle, &qp_type);
	if (IS_ERR(handle))
		return PTR_ERR(handle);
	/* A query lets a program wait for a request that has no completion. */
	nic_catch_up();
	qp = handle->qp;
	resp.qp_state = resp.cur_qp_state = qp->state;
	resp.sq_sig_all = qp->sq_sig_all;
	ret = driver()->query_qp(qp, &resp);
	if (!ret)
		command_reply(cmd, &resp, sizeof(resp));
	return ret;
}
