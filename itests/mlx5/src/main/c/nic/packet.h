/* An Ethernet packet, and where its headers are. */
#ifndef FAKEVERBS_PACKET_H
#define FAKEVERBS_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#define MAX_PACKET_SIZE 9216u

struct packet {
	uint8_t bytes[MAX_PACKET_SIZE];
	uint32_t length;
	uint16_t ether_type;		/* behind a VLAN tag, if there is one */
	uint16_t vlan_tag;		/* 0 if there is none */
	uint32_t ip;			/* offsets; 0 without such a header */
	uint32_t transport;
	uint8_t protocol;		/* of the IP header */
};

/* Finds the headers of what is in bytes. */
void packet_parse(struct packet *packet);

bool packet_is_ipv4(const struct packet *packet);
bool packet_is_ipv6(const struct packet *packet);

/* The checksums of IPv4, and of TCP or UDP over either version of IP. */
void packet_write_checksums(struct packet *packet);
bool packet_has_right_checksums(const struct packet *packet);

#endif
