/* SPDX-License-Identifier: Apache-2.0 */
#include "qp.h"

#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <stdlib.h>

#include "cq.h"
#include "idspace.h"
#include "ioctl_call.h"
#include "mcast.h"
#include "nic/nic.h"
#include "pd.h"
#include "rwq_table.h"
#include "srq.h"
#include "uverbs.h"
#include "xrcd.h"

/* Real hardware reserves the lower numbers for special QPs. */
#define FIRST_QP_NUMBER 0x40
#define MAX_QP_NUMBER (1u << 16)

static struct idspace qp_numbers = IDSPACE(FIRST_QP_NUMBER, MAX_QP_NUMBER);

struct qp *qp_by_number(uint32_t qpn)
{
	return idspace_find(&qp_numbers, qpn);
}

struct qp *qp_new(const struct qp_init *init)
{
	struct qp *qp = calloc(1, sizeof(*qp));

	if (!qp)
		return ERR_PTR(-ENOMEM);
	if (!init->rwq_table) {
		qp->qpn = idspace_add(&qp_numbers, qp);
		if (!qp->qpn) {
			free(qp);
			return ERR_PTR(-ENOMEM);
		}
	}
	list_init(&qp->handles);
	list_init(&qp->nic_node);
	qp->type = (uint8_t)init->type;
	qp->state = IBV_QPS_RESET;
	qp->sq_sig_all = init->sq_sig_all;
	qp->create_flags = init->create_flags;
	qp->underlay = init->has_source_qpn;
	return qp;
}

/* ib_qp_usecnt_dec() */
static void qp_put_references(struct qp *qp)
{
	if (qp->pd)
		uobject_unuse(&qp->pd->uobj);
	if (qp->send_cq)
		uobject_unuse(&qp->send_cq->uobj);
	if (qp->recv_cq)
		uobject_unuse(&qp->recv_cq->uobj);
	if (qp->srq)
		uobject_unuse(&qp->srq->uobj);
	if (qp->rwq_table)
		uobject_unuse(&qp->rwq_table->uobj);
	if (qp->xrcd)
		xrcd_unuse(qp->xrcd);
}

void qp_free(struct qp *qp)
{
	nic_qp_remove(qp);
	qp_put_references(qp);
	idspace_remove(&qp_numbers, qp->qpn);
	free(qp);
}

/*
 * uverbs_free_qp(): fails with EBUSY while multicast groups are attached, unless the context is
 * closed. A shared queue pair is destroyed with its last handle (__ib_destroy_shared_qp).
 */
static int qp_handle_release(struct uobject *uobj, enum destroy_reason reason)
{
	struct qp_handle *handle = container_of(uobj, struct qp_handle, uobj);

	if (reason == DESTROY_COMMAND && !list_empty(&handle->mcast))
		return -EBUSY;
	mcast_detach_all(handle);
	list_del(&handle->node);
	if (list_empty(&handle->qp->handles))
		qp_free(handle->qp);
	if (handle->xrcd)
		uobject_unuse(&handle->xrcd->uobj);
	return 0;
}

const struct uobject_type qp_type = { .name = "QP", .release = qp_handle_release };

struct qp_handle *qp_handle_new(struct ucontext *ctx, struct qp *qp, uint64_t user_handle,
				struct xrcd_handle *xrcd)
{
	struct qp_handle *handle = uobject_alloc(ctx, &qp_type, sizeof(*handle));

	if (IS_ERR(handle))
		return handle;
	handle->uobj.user_handle = user_handle;
	handle->qp = qp;
	handle->xrcd = xrcd;
	if (xrcd)
		uobject_use(&xrcd->uobj);
	list_init(&handle->mcast);
	list_add(&handle->node, &qp->handles);
	return handle;
}

void qp_async_event(struct qp *qp, uint32_t event_type)
{
	struct qp_handle *handle;

	list_for_each_entry(handle, &qp->handles, node)
		uobject_async_event(&handle->uobj, event_type);
}

bool qp_is_connected(const struct qp *qp)
{
	switch (qp->type) {
	case IB_UVERBS_QPT_RC:
	case IB_UVERBS_QPT_UC:
	case IB_UVERBS_QPT_XRC_INI:
	case IB_UVERBS_QPT_XRC_TGT:
		return true;
	default:
		return false;
	}
}

int qp_destroy_write(struct command *cmd)
{
	struct ib_uverbs_destroy_qp_resp resp = {};
	struct ib_uverbs_destroy_qp req;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (!ret)
		ret = command_destroy(cmd, req.qp_handle, &qp_type, &resp.events_reported);
	if (!ret)
		command_reply(cmd, &resp, sizeof(resp));
	return ret;
}

int qp_destroy_ioctl(struct ioctl_call *call)
{
	struct ib_uverbs_destroy_qp_resp resp = {};
	int ret = attr_destroy(call, UVERBS_ATTR_DESTROY_QP_HANDLE, &qp_type,
			       &resp.events_reported);

	if (!ret)
		attr_reply(call, UVERBS_ATTR_DESTROY_QP_RESP, &resp, sizeof(resp));
	return ret;
}
