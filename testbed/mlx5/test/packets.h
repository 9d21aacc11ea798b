/* SPDX-License-Identifier: Apache-2.0 */
/* Packets for the tests, and flow rules that match them. */
#ifndef FAKEVERBS_TEST_PACKETS_H
#define FAKEVERBS_TEST_PACKETS_H

#include "test.h"

#define HEADER_SIZE(protocol) \
	(14u + 20u + ((protocol) == IPPROTO_TCP ? 20u : 8u))

/* Writes a packet between two IPv4 addresses, without checksums. Returns its length. */
uint32_t write_packet(char *bytes, uint8_t protocol, uint16_t source, uint16_t destination,
		      const char *payload);

/* Creates a rule for packets of this protocol to this port. */
struct ibv_flow *create_port_rule(struct ibv_qp *qp, uint16_t priority, uint8_t protocol,
				  uint16_t port);

/* Creates a rule for packets that match no other rule. */
struct ibv_flow *create_default_rule(struct ibv_qp *qp);

#endif
