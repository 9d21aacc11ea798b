/* SPDX-License-Identifier: Apache-2.0 */
#include "flow_spec.h"

#include <endian.h>
#include <infiniband/verbs.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <rdma/ib_user_verbs.h>

#include "flow.h"
#include "packet.h"

/* The header of a packet, in the format of a specification. */
union filter {
	struct ib_uverbs_flow_eth_filter eth;
	struct ib_uverbs_flow_ipv4_filter ipv4;
	struct ib_uverbs_flow_ipv6_filter ipv6;
	struct ib_uverbs_flow_tcp_udp_filter tcp_udp;
	uint8_t bytes[sizeof(struct ib_uverbs_flow_ipv6_filter)];
};

#define FLOW_LABEL_MASK 0xfffffu
#define TRAFFIC_CLASS_SHIFT 20

static void describe_ethernet(const struct packet *packet, struct ib_uverbs_flow_eth_filter *eth)
{
	memcpy(eth->dst_mac, packet->bytes, sizeof(eth->dst_mac) + sizeof(eth->src_mac));
	eth->ether_type = htobe16(packet->ether_type);
	eth->vlan_tag = htobe16(packet->vlan_tag);
}

static bool describe_ipv4(const struct packet *packet, struct ib_uverbs_flow_ipv4_filter *ipv4)
{
	struct iphdr ip;

	if (!packet_is_ipv4(packet))
		return false;
	memcpy(&ip, packet->bytes + packet->ip, sizeof(ip));
	*ipv4 = (struct ib_uverbs_flow_ipv4_filter) {
		.src_ip = ip.saddr,
		.dst_ip = ip.daddr,
		.proto = ip.protocol,
		.tos = ip.tos,
		.ttl = ip.ttl,
	};
	return true;
}

static bool describe_ipv6(const struct packet *packet, struct ib_uverbs_flow_ipv6_filter *ipv6)
{
	struct ip6_hdr ip;
	uint32_t flow;

	if (!packet_is_ipv6(packet))
		return false;
	memcpy(&ip, packet->bytes + packet->ip, sizeof(ip));
	flow = be32toh(ip.ip6_flow);
	*ipv6 = (struct ib_uverbs_flow_ipv6_filter) {
		.flow_label = htobe32(flow & FLOW_LABEL_MASK),
		.next_hdr = ip.ip6_nxt,
		.traffic_class = (uint8_t)(flow >> TRAFFIC_CLASS_SHIFT),
		.hop_limit = ip.ip6_hlim,
	};
	memcpy(ipv6->src_ip, &ip.ip6_src, sizeof(ipv6->src_ip));
	memcpy(ipv6->dst_ip, &ip.ip6_dst, sizeof(ipv6->dst_ip));
	return true;
}

/* TCP and UDP headers both begin with the source and the destination port. */
static bool describe_ports(const struct packet *packet, uint8_t protocol,
			   struct ib_uverbs_flow_tcp_udp_filter *ports)
{
	if (!packet->transport || packet->protocol != protocol)
		return false;
	memcpy(&ports->src_port, packet->bytes + packet->transport, sizeof(ports->src_port));
	memcpy(&ports->dst_port, packet->bytes + packet->transport + sizeof(ports->src_port),
	       sizeof(ports->dst_port));
	return true;
}

/* Fills in the filter and returns its size, or 0 if the packet has no such header. */
static size_t describe(const struct packet *packet, uint32_t type, union filter *filter)
{
	switch (type) {
	case IBV_FLOW_SPEC_ETH:
		describe_ethernet(packet, &filter->eth);
		return sizeof(filter->eth);
	case IBV_FLOW_SPEC_IPV4:
		return describe_ipv4(packet, &filter->ipv4) ? sizeof(filter->ipv4) : 0;
	case IBV_FLOW_SPEC_IPV6:
		return describe_ipv6(packet, &filter->ipv6) ? sizeof(filter->ipv6) : 0;
	case IBV_FLOW_SPEC_TCP:
		return describe_ports(packet, IPPROTO_TCP, &filter->tcp_udp) ?
			       sizeof(filter->tcp_udp) : 0;
	case IBV_FLOW_SPEC_UDP:
		return describe_ports(packet, IPPROTO_UDP, &filter->tcp_udp) ?
			       sizeof(filter->tcp_udp) : 0;
	default:
		return 0;
	}
}

static bool is_action(uint32_t type)
{
	return type >= IBV_FLOW_SPEC_ACTION_TAG;
}

/*
 * A value follows the header of a specification, and a mask follows the value. Both may be shorter
 * than the current filter (kern_spec_to_ib_spec_filter).
 */
static bool matches(const struct ib_uverbs_flow_spec_hdr *spec, const struct packet *packet)
{
	const uint8_t *value = (const uint8_t *)(spec + 1), *mask;
	union filter filter = {};
	size_t size = (spec->size - sizeof(*spec)) / 2, known, i;

	if (is_action(spec->type))
		return true;
	known = describe(packet, spec->type, &filter);
	if (!known)
		return false;
	mask = value + size;
	for (i = 0; i < min_u64(size, known); i++)
		if ((filter.bytes[i] ^ value[i]) & mask[i])
			return false;
	return true;
}

/* Returns the specification at this offset, or NULL after the last one. */
static const struct ib_uverbs_flow_spec_hdr *spec_at(const struct flow *flow, size_t offset)
{
	const struct ib_uverbs_flow_spec_hdr *spec = (const void *)(flow->specs + offset);

	if (offset + sizeof(*spec) > flow->specs_size || spec->size < sizeof(*spec) ||
	    offset + spec->size > flow->specs_size)
		return NULL;
	return spec;
}

bool flow_specs_match(const struct flow *flow, const struct packet *packet)
{
	const struct ib_uverbs_flow_spec_hdr *spec;
	size_t offset = 0;

	for (; (spec = spec_at(flow, offset)); offset += spec->size)
		if (!matches(spec, packet))
			return false;
	return true;
}

bool flow_specs_drop(const struct flow *flow)
{
	const struct ib_uverbs_flow_spec_hdr *spec;
	size_t offset = 0;

	for (; (spec = spec_at(flow, offset)); offset += spec->size)
		if (spec->type == IBV_FLOW_SPEC_ACTION_DROP)
			return true;
	return false;
}

uint32_t flow_specs_tag(const struct flow *flow)
{
	const struct ib_uverbs_flow_spec_hdr *spec;
	struct ib_uverbs_flow_spec_action_tag action;
	size_t offset = 0;

	for (; (spec = spec_at(flow, offset)); offset += spec->size) {
		if (spec->type != IBV_FLOW_SPEC_ACTION_TAG || spec->size < sizeof(action))
			continue;
		memcpy(&action, spec, sizeof(action));
		return action.tag_id;
	}
	return 0;
}
