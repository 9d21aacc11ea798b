/* SPDX-License-Identifier: Apache-2.0 */
/* Packets that the tests send, and the rules that want them. */
#ifndef FAKEVERBS_TEST_PACKETS_H
#define FAKEVERBS_TEST_PACKETS_H

#include "test.h"

#define HEADER_SIZE(protocol) \
	(14u + 20u + ((protocol) == IPPROTO_TCP ? 20u : 8u))

/* Writes a packet between ports of two IPv4 addresses, without checksums; returns its length. */
uint32_t write_packet(char *bytes, uint8_t protocol, uint16_t source, uint16_t destination,
		      const char *payload);

/* A rule for packets of that protocol to that port. */
struct ibv_flow *create_port_rule(struct ibv_qp *qp, uint16_t priority, uint8_t protocol,
				  uint16_t port);

/* A rule for all that no other one wants. */
struct ibv_flow *create_default_rule(struct ibv_qp *qp);

#endif
