/* SPDX-License-Identifier: Apache-2.0 */
/* An Ethernet packet and the positions of its headers. */
#ifndef FAKEVERBS_PACKET_H
#define FAKEVERBS_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#define MAX_PACKET_SIZE 9216u
#define PACKET_VLAN_OFFSET 12u
#define PACKET_VLAN_SIZE 4u
#define PACKET_FCS_SIZE 4u

struct qp;

struct packet {
	uint8_t bytes[MAX_PACKET_SIZE];
	uint32_t length;
	uint16_t ether_type;		/* after the VLAN tag, if there is one */
	bool has_vlan_tag;
	uint16_t vlan_tag;		/* 0 if there is none */
	uint32_t ip;			/* offsets; 0 without such a header */
	uint32_t transport;
	uint8_t protocol;		/* of the IP header */
	const struct qp *sender;	/* valid while the packet is sent */
	uint32_t flow_tag;		/* of the rule of the receiver, 0 if there is none */
};

/* Finds the headers of the packet in bytes. */
void packet_parse(struct packet *packet);

bool packet_is_ipv4(const struct packet *packet);
bool packet_is_ipv6(const struct packet *packet);

/* Returns the offset of the IPsec encapsulating security payload, or 0. */
uint32_t packet_esp(const struct packet *packet);

/* Computes the frame check sequence in wire format (IEEE 802.3, 3.2.9). */
void packet_check_sequence(const struct packet *packet, uint8_t fcs[PACKET_FCS_SIZE]);

/* Write and check the checksums of IPv4, and of TCP or UDP over either version of IP. */
void packet_write_checksums(struct packet *packet);
bool packet_has_right_checksums(const struct packet *packet);

#endif
