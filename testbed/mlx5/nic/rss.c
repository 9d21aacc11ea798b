/* SPDX-License-Identifier: Apache-2.0 */
#include "rss.h"

#include <infiniband/verbs.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <rdma/mlx5-abi.h>

#include "packet.h"
#include "qp.h"
#include "rwq_table.h"

#define MAX_INPUT (2 * sizeof(struct in6_addr) + 2 * sizeof(uint16_t))

/* The input of the hash function: the selected fields, in the order of the packet. */
struct input {
	uint8_t bytes[MAX_INPUT];
	size_t length;
};

static void add(struct input *input, const struct packet *packet, uint32_t offset, size_t size)
{
	memcpy(input->bytes + input->length, packet->bytes + offset, size);
	input->length += size;
}

static void add_addresses(struct input *input, const struct packet *packet, uint64_t fields)
{
	if (packet_is_ipv4(packet)) {
		if (fields & IBV_RX_HASH_SRC_IPV4)
			add(input, packet, packet->ip + offsetof(struct iphdr, saddr),
			    sizeof(uint32_t));
		if (fields & IBV_RX_HASH_DST_IPV4)
			add(input, packet, packet->ip + offsetof(struct iphdr, daddr),
			    sizeof(uint32_t));
	} else if (packet_is_ipv6(packet)) {
		if (fields & IBV_RX_HASH_SRC_IPV6)
			add(input, packet, packet->ip + offsetof(struct ip6_hdr, ip6_src),
			    sizeof(struct in6_addr));
		if (fields & IBV_RX_HASH_DST_IPV6)
			add(input, packet, packet->ip + offsetof(struct ip6_hdr, ip6_dst),
			    sizeof(struct in6_addr));
	}
}

static void add_spi(struct input *input, const struct packet *packet, uint64_t fields)
{
	uint32_t esp = packet_esp(packet);

	if (esp && fields & MLX5_RX_HASH_IPSEC_SPI)
		add(input, packet, esp, sizeof(uint32_t));
}

static void add_ports(struct input *input, const struct packet *packet, uint64_t fields)
{
	bool tcp = packet->protocol == IPPROTO_TCP;
	uint64_t source = tcp ? IBV_RX_HASH_SRC_PORT_TCP : IBV_RX_HASH_SRC_PORT_UDP;
	uint64_t destination = tcp ? IBV_RX_HASH_DST_PORT_TCP : IBV_RX_HASH_DST_PORT_UDP;

	if (!packet->transport)
		return;
	if (fields & source)
		add(input, packet, packet->transport, sizeof(uint16_t));
	if (fields & destination)
		add(input, packet, packet->transport + sizeof(uint16_t), sizeof(uint16_t));
}

static bool bit_of(const uint8_t *bytes, size_t index)
{
	return bytes[index / 8] >> (7 - index % 8) & 1;
}

/* Computes the Toeplitz hash: for each set bit, XORs the 32 bits of the key that begin there. */
static uint32_t toeplitz(const uint8_t *key, const struct input *input)
{
	uint32_t window = (uint32_t)key[0] << 24 | (uint32_t)key[1] << 16 |
			  (uint32_t)key[2] << 8 | key[3];
	uint32_t hash = 0;
	size_t i;

	for (i = 0; i < input->length * 8; i++) {
		if (bit_of(input->bytes, i))
			hash ^= window;
		window = window << 1 | bit_of(key, i + 32);
	}
	return hash;
}

struct wq *rss_choose(const struct qp *qp, const struct packet *packet)
{
	const struct rwq_table *table = qp->rwq_table;
	struct input input = {};

	add_addresses(&input, packet, qp->rss_hash.fields);
	add_ports(&input, packet, qp->rss_hash.fields);
	add_spi(&input, packet, qp->rss_hash.fields);
	return table->wqs[toeplitz(qp->rss_hash.key, &input) & ((1u << table->log_size) - 1)];
}
