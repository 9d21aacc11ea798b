/* SPDX-License-Identifier: Apache-2.0 */
#include "packets.h"

#include <arpa/inet.h>
#include <net/ethernet.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>

static uint32_t write_transport(char *bytes, uint8_t protocol, uint16_t source,
				uint16_t destination, size_t payload)
{
	struct tcphdr tcp = {
		.source = htons(source),
		.dest = htons(destination),
		.seq = htonl(1000),
		.doff = sizeof(tcp) / 4,
		.psh = 1,
	};
	struct udphdr udp = {
		.source = htons(source),
		.dest = htons(destination),
		.len = htons((uint16_t)(sizeof(udp) + payload)),
	};

	if (protocol == IPPROTO_TCP) {
		memcpy(bytes, &tcp, sizeof(tcp));
		return sizeof(tcp);
	}
	memcpy(bytes, &udp, sizeof(udp));
	return sizeof(udp);
}

uint32_t write_packet(char *bytes, uint8_t protocol, uint16_t source, uint16_t destination,
		      const char *payload)
{
	struct ether_header ethernet = {
		.ether_dhost = { 0x0c, 0x42, 0xa1, 0x65, 0xa1, 0xe0 },
		.ether_shost = { 0x0c, 0x42, 0xa1, 0x65, 0xa1, 0xe1 },
		.ether_type = htons(ETHERTYPE_IP),
	};
	struct iphdr ip = {
		.version = IPVERSION,
		.ihl = sizeof(ip) / 4,
		.ttl = 64,
		.protocol = protocol,
		.saddr = htonl(0xc0a80002),
		.daddr = htonl(0xc0a80001),
	};
	uint32_t length = HEADER_SIZE(protocol) + (uint32_t)strlen(payload);

	ip.tot_len = htons((uint16_t)(length - sizeof(ethernet)));
	memcpy(bytes, &ethernet, sizeof(ethernet));
	memcpy(bytes + sizeof(ethernet), &ip, sizeof(ip));
	write_transport(bytes + sizeof(ethernet) + sizeof(ip), protocol, source, destination,
			strlen(payload));
	memcpy(bytes + HEADER_SIZE(protocol), payload, strlen(payload));
	return length;
}

struct ibv_flow *create_port_rule(struct ibv_qp *qp, uint16_t priority, uint8_t protocol,
				  uint16_t port)
{
	struct {
		struct ibv_flow_attr attr;
		struct ibv_flow_spec_eth eth;
		struct ibv_flow_spec_ipv4 ipv4;
		struct ibv_flow_spec_tcp_udp transport;
	} rule = {
		.attr = {
			.type = IBV_FLOW_ATTR_NORMAL,
			.size = sizeof(rule),
			.priority = priority,
			.num_of_specs = 3,
			.port = 1,
		},
		.eth = {
			.type = IBV_FLOW_SPEC_ETH,
			.size = sizeof(rule.eth),
			.val = { .ether_type = htons(ETHERTYPE_IP) },
			.mask = { .ether_type = 0xffff },
		},
		.ipv4 = {
			.type = IBV_FLOW_SPEC_IPV4,
			.size = sizeof(rule.ipv4),
			.val = { .dst_ip = htonl(0xc0a80001) },
			.mask = { .dst_ip = 0xffffffff },
		},
		.transport = {
			.type = protocol == IPPROTO_TCP ? IBV_FLOW_SPEC_TCP : IBV_FLOW_SPEC_UDP,
			.size = sizeof(rule.transport),
			.val = { .dst_port = htons(port) },
			.mask = { .dst_port = 0xffff },
		},
	};

	return ibv_create_flow(qp, &rule.attr);
}

struct ibv_flow *create_default_rule(struct ibv_qp *qp)
{
	struct ibv_flow_attr attr = {
		.type = IBV_FLOW_ATTR_ALL_DEFAULT,
		.size = sizeof(attr),
		.port = 1,
	};

	return ibv_create_flow(qp, &attr);
}
