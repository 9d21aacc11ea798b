/* SPDX-License-Identifier: Apache-2.0 */
#include <infiniband/verbs.h>

#include "config.h"
#include "driver.h"
#include "nic/nic.h"
#include "port.h"
#include "qp.h"
#include "uverbs.h"

/* IB_QP_ATTR_STANDARD_BITS: the attributes that the plain command supports */
#define STANDARD_MASK ((IBV_QP_DEST_QPN << 1) - 1)

/* IB_QP_SET_QKEY: the top bit marks a privileged Q_Key */
#define PRIVILEGED_QKEY 0x80000000u

#define PSN_MASK 0xffffffu

/* Ignores the attributes that an XRC queue pair does not use (modify_qp_mask). */
static uint32_t mask_for_type(uint32_t type, uint32_t mask)
{
	switch (type) {
	case IB_UVERBS_QPT_XRC_INI:
		return mask & ~(IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
	case IB_UVERBS_QPT_XRC_TGT:
		return mask & ~(IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY);
	default:
		return mask;
	}
}

/*
 * Checks the ports in a request. The transition to RTR cannot change the port: its address must name
 * the port that INIT set. In other transitions, an address without a port also sets the port.
 */
static int check_ports(const struct qp *qp, struct ib_uverbs_modify_qp *attr)
{
	uint32_t mask = attr->attr_mask;

	if (mask & IBV_QP_PORT && !port_is_valid(attr->port_num))
		return -EINVAL;
	if (mask & IBV_QP_AV) {
		if (!port_is_valid(attr->dest.port_num))
			return -EINVAL;
		if (mask & IBV_QP_STATE && attr->qp_state == IBV_QPS_RTR) {
			if (attr->dest.port_num != qp->attr.port_num)
				return -EINVAL;
		} else if (!(mask & IBV_QP_PORT)) {
			attr->attr_mask |= IBV_QP_PORT;
			attr->port_num = attr->dest.port_num;
		} else if (attr->port_num != attr->dest.port_num) {
			return -EINVAL;
		}
	}
	if (mask & IBV_QP_ALT_PATH &&
	    (!port_is_valid(attr->alt_port_num) || !port_is_valid(attr->alt_dest.port_num) ||
	     attr->alt_port_num != attr->alt_dest.port_num))
		return -EINVAL;
	return 0;
}

/* modify_qp() in uverbs_cmd.c: the checks before the call of the core */
static int check_command(const struct qp *qp, struct ib_uverbs_modify_qp *attr)
{
	int ret = check_ports(qp, attr);

	if (ret)
		return ret;
	if ((attr->attr_mask & IBV_QP_CUR_STATE && attr->cur_qp_state > IBV_QPS_ERR) ||
	    (attr->attr_mask & IBV_QP_STATE && attr->qp_state > IBV_QPS_ERR))
		return -EINVAL;
	if (attr->attr_mask & IBV_QP_QKEY && attr->qkey & PRIVILEGED_QKEY && !config.cap_net_raw)
		return -EPERM;
	return 0;
}

static int check_address(const struct ib_uverbs_qp_dest *dest)
{
	return port_check_address(dest->port_num, dest->is_global, dest->sgid_index);
}

/* _ib_modify_qp(): checks addresses. Only InfiniBand can migrate to an alternate path. */
static int check_addresses(const struct ib_uverbs_modify_qp *attr)
{
	int ret = 0;

	if (attr->attr_mask & IBV_QP_AV)
		ret = check_address(&attr->dest);
	if (!ret && attr->attr_mask & IBV_QP_ALT_PATH)
		ret = config.ethernet ? -EINVAL : check_address(&attr->alt_dest);
	return ret;
}

#define COPY_IF(bit, field) \
	do { if (mask & (bit)) to->field = from->field; } while (0)

static void remember(struct ib_uverbs_modify_qp *to, const struct ib_uverbs_modify_qp *from,
		     uint32_t mask)
{
	COPY_IF(IBV_QP_AV, dest);
	COPY_IF(IBV_QP_ALT_PATH, alt_dest);
	COPY_IF(IBV_QP_ALT_PATH, alt_pkey_index);
	COPY_IF(IBV_QP_ALT_PATH, alt_port_num);
	COPY_IF(IBV_QP_ALT_PATH, alt_timeout);
	COPY_IF(IBV_QP_ACCESS_FLAGS, qp_access_flags);
	COPY_IF(IBV_QP_DEST_QPN, dest_qp_num);
	COPY_IF(IBV_QP_MAX_DEST_RD_ATOMIC, max_dest_rd_atomic);
	COPY_IF(IBV_QP_MAX_QP_RD_ATOMIC, max_rd_atomic);
	COPY_IF(IBV_QP_MIN_RNR_TIMER, min_rnr_timer);
	COPY_IF(IBV_QP_PATH_MIG_STATE, path_mig_state);
	COPY_IF(IBV_QP_PATH_MTU, path_mtu);
	COPY_IF(IBV_QP_PKEY_INDEX, pkey_index);
	COPY_IF(IBV_QP_PORT, port_num);
	COPY_IF(IBV_QP_QKEY, qkey);
	COPY_IF(IBV_QP_RETRY_CNT, retry_cnt);
	COPY_IF(IBV_QP_RNR_RETRY, rnr_retry);
	COPY_IF(IBV_QP_RQ_PSN, rq_psn);
	COPY_IF(IBV_QP_SQ_PSN, sq_psn);
	COPY_IF(IBV_QP_TIMEOUT, timeout);
	to->rq_psn &= PSN_MASK;
	to->sq_psn &= PSN_MASK;
}

static int modify(struct command *cmd, struct ib_uverbs_ex_modify_qp *req)
{
	struct qp_handle *handle = uobject_get(cmd->ctx, req->base.qp_handle, &qp_type);
	struct qp *qp;
	uint32_t mask;
	int ret;

	if (IS_ERR(handle))
		return PTR_ERR(handle);
	qp = handle->qp;
	ret = check_command(qp, &req->base);
	if (!ret)
		ret = check_addresses(&req->base);
	if (ret)
		return ret;
	mask = mask_for_type(qp->type, req->base.attr_mask);
	ret = driver()->modify_qp(qp, req, mask, &cmd->udata);
	if (ret)
		return ret;
	remember(&qp->attr, &req->base, mask);
	if (mask & IBV_QP_STATE)
		qp->state = req->base.qp_state;
	if (mask & IBV_QP_STATE && qp->state == IBV_QPS_RESET)
		memset(&qp->attr, 0, sizeof(qp->attr));
	nic_qp_state_changed(qp);
	return 0;
}

int qp_modify_write(struct command *cmd)
{
	struct ib_uverbs_ex_modify_qp req = {};
	int ret = command_read(cmd, &req.base, sizeof(req.base));

	if (ret)
		return ret;
	if (req.base.attr_mask & ~STANDARD_MASK)
		return -EOPNOTSUPP;
	return modify(cmd, &req);
}

int qp_modify_ex_write(struct command *cmd)
{
	struct ib_uverbs_ex_modify_qp_resp resp = {
		.response_length = response_length(cmd->out_len, sizeof(resp)),
	};
	struct ib_uverbs_ex_modify_qp req;
	int ret = command_read(cmd, &req, sizeof(req));

	if (ret)
		return ret;
	if (req.base.attr_mask & ~(STANDARD_MASK | IBV_QP_RATE_LIMIT))
		return -EOPNOTSUPP;
	ret = modify(cmd, &req);
	if (!ret)
		command_reply(cmd, &resp, sizeof(resp));
	return ret;
}
