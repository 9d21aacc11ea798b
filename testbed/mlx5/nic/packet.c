/* SPDX-License-Identifier: Apache-2.0 */
#include "packet.h"

#include <endian.h>
#include <net/ethernet.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <stddef.h>
#include <string.h>

#include "util.h"

#define CRC32_POLYNOMIAL 0xedb88320u
#define SPI_SIZE 4u
#define IPV4_UNIT 4			/* of the header length, in bytes */

static uint16_t read_u16(const struct packet *packet, uint32_t offset)
{
	return (uint16_t)(packet->bytes[offset] << 8 | packet->bytes[offset + 1]);
}

static void write_u16(struct packet *packet, uint32_t offset, uint16_t value)
{
	packet->bytes[offset] = (uint8_t)(value >> 8);
	packet->bytes[offset + 1] = (uint8_t)value;
}

bool packet_is_ipv4(const struct packet *packet)
{
	return packet->ip && packet->ether_type == ETHERTYPE_IP;
}

bool packet_is_ipv6(const struct packet *packet)
{
	return packet->ip && packet->ether_type == ETHERTYPE_IPV6;
}

static void parse_transport(struct packet *packet, uint32_t offset)
{
	uint32_t size;

	switch (packet->protocol) {
	case IPPROTO_TCP:
		size = sizeof(struct tcphdr);
		break;
	case IPPROTO_UDP:
		size = sizeof(struct udphdr);
		break;
	default:
		return;
	}
	if (offset + size <= packet->length)
		packet->transport = offset;
}

static void parse_ip(struct packet *packet, uint32_t offset)
{
	uint32_t size;

	if (packet->ether_type == ETHERTYPE_IP) {
		if (offset + sizeof(struct iphdr) > packet->length)
			return;
		size = (packet->bytes[offset] & 0xfu) * IPV4_UNIT;
		packet->protocol = packet->bytes[offset + offsetof(struct iphdr, protocol)];
	} else if (packet->ether_type == ETHERTYPE_IPV6) {
		size = sizeof(struct ip6_hdr);
		if (offset + size > packet->length)
			return;
		packet->protocol = packet->bytes[offset + offsetof(struct ip6_hdr, ip6_nxt)];
	} else {
		return;
	}
	packet->ip = offset;
	parse_transport(packet, offset + size);
}

void packet_parse(struct packet *packet)
{
	uint32_t offset = sizeof(struct ether_header);

	packet->ether_type = packet->vlan_tag = 0;
	packet->has_vlan_tag = false;
	packet->ip = packet->transport = 0;
	packet->protocol = 0;
	if (packet->length < offset)
		return;
	packet->ether_type = read_u16(packet, offsetof(struct ether_header, ether_type));
	if (packet->ether_type == ETHERTYPE_VLAN && packet->length >= offset + PACKET_VLAN_SIZE) {
		packet->has_vlan_tag = true;
		packet->vlan_tag = read_u16(packet, offset);
		packet->ether_type = read_u16(packet, offset + sizeof(packet->vlan_tag));
		offset += PACKET_VLAN_SIZE;
	}
	parse_ip(packet, offset);
}

uint32_t packet_esp(const struct packet *packet)
{
	uint32_t offset = packet->ip;

	if (!packet->ip || packet->protocol != IPPROTO_ESP)
		return 0;
	if (packet_is_ipv4(packet))
		offset += (packet->bytes[packet->ip] & 0xfu) * IPV4_UNIT;
	else
		offset += (uint32_t)sizeof(struct ip6_hdr);
	return offset + SPI_SIZE <= packet->length ? offset : 0;
}

void packet_check_sequence(const struct packet *packet, uint8_t fcs[PACKET_FCS_SIZE])
{
	uint32_t crc = UINT32_MAX;
	uint32_t i;
	int bit;

	for (i = 0; i < packet->length; i++) {
		crc ^= packet->bytes[i];
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? CRC32_POLYNOMIAL : 0);
	}
	for (i = 0; i < PACKET_FCS_SIZE; i++)
		fcs[i] = (uint8_t)(~crc >> 8 * i);
}

static uint32_t sum_words(const uint8_t *bytes, uint32_t length, uint32_t sum)
{
	uint32_t i;

	for (i = 0; i < length; i++)
		sum += i % 2 ? bytes[i] : (uint32_t)bytes[i] << 8;
	return sum;
}

static uint16_t fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & UINT16_MAX) + (sum >> 16);
	return (uint16_t)~sum;
}

/* Returns the checksum over the IPv4 header, which is 0 if its checksum field is correct. */
static uint16_t ipv4_sum(const struct packet *packet)
{
	uint32_t size = (packet->bytes[packet->ip] & 0xfu) * IPV4_UNIT;

	return fold(sum_words(packet->bytes + packet->ip,
			      (uint32_t)min_u64(size, packet->length - packet->ip), 0));
}

/* Returns the end of the IP packet, without padding. */
static uint32_t ip_end(const struct packet *packet)
{
	uint32_t length, field;

	if (packet_is_ipv4(packet)) {
		field = packet->ip + offsetof(struct iphdr, tot_len);
		length = read_u16(packet, field);
	} else {
		field = packet->ip + offsetof(struct ip6_hdr, ip6_plen);
		length = sizeof(struct ip6_hdr) + read_u16(packet, field);
	}
	return (uint32_t)min_u64(packet->ip + length, packet->length);
}

/* Returns the checksum over the pseudo header, the transport header and its data. */
static uint16_t transport_sum(const struct packet *packet)
{
	bool ipv4 = packet_is_ipv4(packet);
	size_t addresses = ipv4 ? offsetof(struct iphdr, saddr) : offsetof(struct ip6_hdr, ip6_src);
	uint32_t addresses_size = ipv4 ? 2 * sizeof(uint32_t) : 2 * sizeof(struct in6_addr);
	uint32_t end = ip_end(packet), length;

	length = end > packet->transport ? end - packet->transport : 0;
	return fold(sum_words(packet->bytes + packet->transport, length,
			      sum_words(packet->bytes + packet->ip + addresses, addresses_size,
					packet->protocol + length)));
}

static uint32_t transport_checksum(const struct packet *packet)
{
	return packet->transport + (packet->protocol == IPPROTO_TCP ?
					    offsetof(struct tcphdr, check) :
					    offsetof(struct udphdr, check));
}

void packet_write_checksums(struct packet *packet)
{
	uint32_t field;

	if (packet_is_ipv4(packet)) {
		field = packet->ip + offsetof(struct iphdr, check);
		write_u16(packet, field, 0);
		write_u16(packet, field, ipv4_sum(packet));
	}
	if (packet->transport) {
		field = transport_checksum(packet);
		write_u16(packet, field, 0);
		write_u16(packet, field, transport_sum(packet));
	}
}

/* The checksum is optional for UDP over IPv4. */
bool packet_has_right_checksums(const struct packet *packet)
{
	if (packet_is_ipv4(packet) && ipv4_sum(packet))
		return false;
	if (!packet->transport)
		return true;
	if (packet->protocol == IPPROTO_UDP && !read_u16(packet, transport_checksum(packet)))
		return packet_is_ipv4(packet);
	return !transport_sum(packet);
}
