/* SPDX-License-Identifier: Apache-2.0 */
#include "steering.h"

#include <infiniband/mlx5dv.h>

#include "delay_drop.h"
#include "flow.h"
#include "flow_spec.h"
#include "packet.h"
#include "qp.h"
#include "receiver.h"
#include "rss.h"
#include "wq.h"

/* Default rules rank after all others, the more specific one first. */
#define RANK_MULTICAST_DEFAULT (UINT16_MAX + 1u)
#define RANK_ALL_DEFAULT (UINT16_MAX + 2u)
#define RANK_NONE UINT32_MAX

#define GROUP_BIT 1			/* in the first byte of a MAC address */

/* Returns the rank of the rule for this packet. The lowest rank wins. */
static uint32_t rank(const struct flow *flow, const struct packet *packet)
{
	switch (flow->type) {
	case IBV_FLOW_ATTR_NORMAL:
		return flow_specs_match(flow, packet) ? flow->priority : RANK_NONE;
	case IBV_FLOW_ATTR_MC_DEFAULT:
		return packet->bytes[0] & GROUP_BIT ? RANK_MULTICAST_DEFAULT : RANK_NONE;
	case IBV_FLOW_ATTR_ALL_DEFAULT:
		return RANK_ALL_DEFAULT;
	default:
		return RANK_NONE;
	}
}

/* Returns whether the queue pair sent this packet to a group and wants no copy. */
static bool is_own(const struct qp *qp, const struct packet *packet)
{
	return packet->sender == qp && packet->bytes[0] & GROUP_BIT &&
	       qp->create_flags & IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK;
}

static bool find_receiver(struct qp *qp, const struct packet *packet, struct receiver *receiver)
{
	struct wq *wq;

	if (qp->type != IB_UVERBS_QPT_RAW_PACKET || is_own(qp, packet))
		return false;
	if (qp->rwq_table) {
		wq = rss_choose(qp, packet);
		receiver_of_wq(wq, receiver);
		return wq->state == IBV_WQS_RDY;
	}
	return qp->state >= IBV_QPS_RTR && qp->state != IBV_QPS_ERR && qp->recv_cq &&
	       receiver_of_qp(qp, 0, receiver);
}

static bool strips_vlan(const struct receiver *receiver)
{
	return receiver->wq ? receiver->wq->create_flags & IBV_WQ_FLAGS_CVLAN_STRIPPING :
			      receiver->qp->create_flags & IB_UVERBS_QP_CREATE_CVLAN_STRIPPING;
}

static bool scatters_fcs(const struct receiver *receiver)
{
	return receiver->wq ? receiver->wq->create_flags & IBV_WQ_FLAGS_SCATTER_FCS :
			      receiver->qp->create_flags & IB_UVERBS_QP_CREATE_SCATTER_FCS;
}

/* Assembles the parts of the packet that the receiver gets. */
static void frame_of(const struct receiver *receiver, const struct packet *packet, uint8_t *fcs,
		     struct completion *completion, struct pieces *frame)
{
	uint8_t *bytes = (uint8_t *)(uintptr_t)packet->bytes;
	uint32_t rest = 0;

	if (packet->has_vlan_tag && strips_vlan(receiver)) {
		rest = PACKET_VLAN_OFFSET + PACKET_VLAN_SIZE;
		pieces_add(frame, bytes, PACKET_VLAN_OFFSET);
		completion->vlan_tag = packet->vlan_tag;
	}
	pieces_add(frame, bytes + rest, packet->length - rest);
	if (scatters_fcs(receiver)) {
		packet_check_sequence(packet, fcs);
		pieces_add(frame, fcs, PACKET_FCS_SIZE);
	}
	completion->byte_count = (uint32_t)frame->length;
}

bool steering_place(const struct receiver *receiver, const struct packet *packet)
{
	struct completion completion = {
		.opcode = MLX5_CQE_RESP_SEND,
		.flow_tag = packet->flow_tag,
		.ipv4_checked = packet_is_ipv4(packet) && packet_has_right_checksums(packet),
	};
	uint8_t fcs[PACKET_FCS_SIZE];
	struct receive receive;
	struct pieces frame = {};
	uint8_t syndrome;

	if (!receive_take(receiver, &receive))
		return false;
	frame_of(receiver, packet, fcs, &completion, &frame);
	syndrome = receive_check(&receive, frame.length);
	if (syndrome) {
		receiver_fail(receiver, &receive, syndrome);
		return true;
	}
	pieces_copy(&receive.memory, 0, &frame, frame.length);
	receiver_complete(receiver, &receive, &completion);
	return true;
}

static void deliver(const struct flow *flow, struct packet *packet)
{
	struct receiver receiver;

	if (!find_receiver(flow->qp->qp, packet, &receiver))
		return;
	packet->flow_tag = flow_specs_tag(flow);
	if (!receiver.wq)
		steering_place(&receiver, packet);
	else if (delay_drop_is_waiting(receiver.wq) || !steering_place(&receiver, packet))
		delay_drop_add(receiver.wq, packet);
}

static bool is_egress(const struct flow *flow)
{
	return flow->flags & IBV_FLOW_ATTR_FLAGS_EGRESS;
}

static bool passes_on(const struct flow *flow)
{
	return flow->flags & IBV_FLOW_ATTR_FLAGS_DONT_TRAP && !flow_specs_drop(flow);
}

/*
 * Returns the first matching rule of a direction that does not pass the packet on, or NULL. If
 * several rules have the same priority, the oldest one wins.
 */
static const struct flow *first_match(const struct packet *packet, bool egress)
{
	const struct flow *flow, *first = NULL;
	uint32_t first_rank = RANK_NONE, flow_rank;

	list_for_each_entry(flow, &flows, node) {
		if (is_egress(flow) != egress || passes_on(flow))
			continue;
		flow_rank = rank(flow, packet);
		if (flow_rank == RANK_NONE || flow_rank > first_rank)
			continue;
		first = flow;
		first_rank = flow_rank;
	}
	return first;
}

/* A rule that passes packets on precedes the others of its priority (ib_prio_to_core_prio). */
void steering_deliver(struct packet *packet)
{
	const struct flow *flow, *first = first_match(packet, false);
	uint32_t last_rank = first ? rank(first, packet) : RANK_NONE - 1;

	list_for_each_entry(flow, &flows, node) {
		if (is_egress(flow))
			continue;
		if (flow->type == IBV_FLOW_ATTR_SNIFFER ||
		    (passes_on(flow) && rank(flow, packet) <= last_rank))
			deliver(flow, packet);
	}
	if (first && !flow_specs_drop(first))
		deliver(first, packet);
}

bool steering_drops_sent(const struct packet *packet)
{
	const struct flow *first = first_match(packet, true);

	return first && flow_specs_drop(first);
}
