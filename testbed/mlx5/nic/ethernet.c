/* SPDX-License-Identifier: Apache-2.0 */
#include "ethernet.h"

#include <infiniband/mlx5dv.h>
#include <net/ethernet.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <netinet/tcp.h>

#include "packet.h"
#include "send_wqe.h"
#include "steering.h"

/* struct tcphdr: the flags that are set only in the last segment */
#define TCP_FLAGS_OFFSET 13
#define LAST_SEGMENT_FLAGS (TH_FIN | TH_PUSH)

/* One buffer is enough, because all callers hold the device lock. */
static struct packet packet;

static void transmit(bool checksums)
{
	if (packet.length < sizeof(struct ether_header))
		return;
	packet_parse(&packet);
	if (checksums)
		packet_write_checksums(&packet);
	if (!steering_drops_sent(&packet))
		steering_deliver(&packet);
}

static void set_length(void)
{
	uint32_t length = packet.length - packet.ip;
	struct iphdr ipv4;
	struct ip6_hdr ipv6;

	if (packet_is_ipv4(&packet)) {
		memcpy(&ipv4, packet.bytes + packet.ip, sizeof(ipv4));
		ipv4.tot_len = htobe16((uint16_t)length);
		memcpy(packet.bytes + packet.ip, &ipv4, sizeof(ipv4));
	} else if (packet_is_ipv6(&packet)) {
		memcpy(&ipv6, packet.bytes + packet.ip, sizeof(ipv6));
		ipv6.ip6_plen = htobe16((uint16_t)(length - sizeof(ipv6)));
		memcpy(packet.bytes + packet.ip, &ipv6, sizeof(ipv6));
	}
}

static void count_identification(uint32_t segment)
{
	struct iphdr ip;

	if (!packet_is_ipv4(&packet))
		return;
	memcpy(&ip, packet.bytes + packet.ip, sizeof(ip));
	ip.id = htobe16((uint16_t)(be16toh(ip.id) + segment));
	memcpy(packet.bytes + packet.ip, &ip, sizeof(ip));
}

static void continue_tcp(uint32_t payload_before, bool last)
{
	struct tcphdr tcp;

	if (!packet.transport || packet.protocol != IPPROTO_TCP)
		return;
	memcpy(&tcp, packet.bytes + packet.transport, sizeof(tcp));
	tcp.seq = htobe32(be32toh(tcp.seq) + payload_before);
	memcpy(packet.bytes + packet.transport, &tcp, sizeof(tcp));
	if (!last)
		packet.bytes[packet.transport + TCP_FLAGS_OFFSET] &=
			(uint8_t)~LAST_SEGMENT_FLAGS;
}

/* Sends the segments. Each has the headers of a packet of its own. */
static void send_segments(const struct send_wqe *wqe)
{
	uint32_t payload = (uint32_t)wqe->data.length - wqe->header_length;
	uint32_t done, chunk, segment = 0;

	for (done = 0; done < payload; done += chunk) {
		chunk = (uint32_t)min_u64(wqe->segment_size, payload - done);
		pieces_read(&wqe->data, 0, packet.bytes, wqe->header_length);
		pieces_read(&wqe->data, wqe->header_length + done,
			    packet.bytes + wqe->header_length, chunk);
		packet.length = wqe->header_length + chunk;
		packet_parse(&packet);
		if (packet.ip) {
			set_length();
			count_identification(segment++);
			continue_tcp(done, done + chunk == payload);
		}
		transmit(true);
	}
}

void ethernet_send(const struct qp *qp, const struct send_wqe *wqe)
{
	packet.sender = qp;
	if (wqe->opcode == MLX5_OPCODE_TSO) {
		send_segments(wqe);
		return;
	}
	packet.length = (uint32_t)wqe->data.length;
	pieces_read(&wqe->data, 0, packet.bytes, packet.length);
	transmit(wqe->checksums);
}
