/* SPDX-License-Identifier: Apache-2.0 */
#include "datagram.h"

#include <infiniband/mlx5dv.h>

#include "mcast.h"
#include "nic.h"
#include "qp.h"
#include "receiver.h"
#include "send_wqe.h"

/* IBTA 10.2.5: a Q_Key with this bit is replaced by the Q_Key of the sending queue pair. */
#define CONTROLLED_QKEY 0x80000000u

static bool can_receive(const struct qp *qp)
{
	return qp->type == IB_UVERBS_QPT_UD && qp->state >= IBV_QPS_RTR &&
	       qp->state != IBV_QPS_ERR;
}

static bool has_qkey(const struct qp *receiver, const struct qp *sender, uint32_t qkey)
{
	if (qkey & CONTROLLED_QKEY)
		qkey = sender->attr.qkey;
	return receiver->attr.qkey == qkey;
}

static void place(const struct send_wqe *wqe, struct receive *receive)
{
	uint8_t header[GRH_SIZE];
	struct pieces grh = {};

	route_write_header(&wqe->route, (uint32_t)wqe->data.length, header);
	pieces_add(&grh, header, sizeof(header));
	pieces_copy(&receive->memory, 0, &grh, sizeof(header));
	pieces_copy(&receive->memory, GRH_SIZE, &wqe->data, wqe->data.length);
}

static void deliver(const struct qp *sender, struct qp *qp, const struct send_wqe *wqe)
{
	bool immediate = wqe->opcode == MLX5_OPCODE_SEND_IMM;
	struct completion completion = {
		.opcode = immediate ? MLX5_CQE_RESP_SEND_IMM : MLX5_CQE_RESP_SEND,
		.byte_count = (uint32_t)wqe->data.length + GRH_SIZE,
		.immediate = wqe->immediate,
		.source_qpn = sender->qpn,
		.has_grh = wqe->route.has_grh,
		.solicited = wqe->solicited,
	};
	struct receiver receiver;
	struct receive receive;
	uint8_t syndrome;

	if (!can_receive(qp) || !has_qkey(qp, sender, wqe->route.qkey) ||
	    !receiver_of_qp(qp, 0, &receiver))
		return;
	if (!receive_peek(&receiver, &receive))
		return;
	syndrome = receive_check(&receive, completion.byte_count);
	/* A receive that is too small stays (google/rdma-unit-test: UdRecvTest). */
	if (syndrome == MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR)
		return;
	receive_take(&receiver, &receive);
	if (syndrome) {
		receiver_fail(&receiver, &receive, syndrome);
		return;
	}
	place(wqe, &receive);
	receiver_complete(&receiver, &receive, &completion);
}

static bool is_blocked(const struct qp *sender, const struct qp *qp)
{
	return sender == qp &&
	       sender->create_flags & IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK;
}

static void deliver_to_group(const struct qp *sender, const struct send_wqe *wqe)
{
	struct qp *qp;

	list_for_each_entry(qp, &nic_qps, nic_node)
		if (mcast_is_member(qp, wqe->route.dgid) && !is_blocked(sender, qp))
			deliver(sender, qp, wqe);
}

void datagram_deliver(const struct qp *sender, const struct send_wqe *wqe)
{
	struct qp *qp;

	if (route_is_multicast(&wqe->route)) {
		deliver_to_group(sender, wqe);
		return;
	}
	qp = route_is_local(&wqe->route) ? qp_by_number(wqe->route.qpn) : NULL;
	if (qp)
		deliver(sender, qp, wqe);
}
