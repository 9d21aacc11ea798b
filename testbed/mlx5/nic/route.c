/* SPDX-License-Identifier: Apache-2.0 */
#include "route.h"

#include <endian.h>
#include <infiniband/mlx5dv.h>
#include <netinet/ip.h>

#include "config.h"
#include "qp.h"

#define QPN_MASK 0xffffffu
#define MULTICAST_QPN 0xffffffu

/* struct mlx5_wqe_av: fields of grh_gid_fl, as mlx5_create_ah() of the library packs them */
#define HAS_GRH (1u << 30)
#define SGID_INDEX_SHIFT 20
#define SGID_INDEX_MASK 0xff
#define FLOW_LABEL_MASK 0xfffffu

/* struct ibv_grh */
#define IP_VERSION_6 6u
#define VERSION_SHIFT 28
#define TRAFFIC_CLASS_SHIFT 20
#define NEXT_HEADER_IBA 0x1b

#define IPV4_SIZE 20u
#define IPV4_GID_OFFSET 12
#define UDP_SIZE 8

void route_of_connection(const struct qp *qp, struct route *route)
{
	const struct ib_uverbs_qp_dest *dest = &qp->attr.dest;

	*route = (struct route) {
		.qpn = qp->attr.dest_qp_num,
		.has_grh = dest->is_global,
		.dlid = dest->dlid,
		.sgid_index = dest->sgid_index,
		.traffic_class = dest->traffic_class,
		.hop_limit = dest->hop_limit,
		.flow_label = dest->flow_label,
	};
	memcpy(route->dgid, dest->dgid, GID_SIZE);
}

/* On Ethernet the bit for a GRH is reserved, because every packet has a GRH. */
void route_of_datagram(const struct mlx5_wqe_av *av, struct route *route)
{
	uint32_t grh = be32toh(av->grh_gid_fl);

	*route = (struct route) {
		.qpn = be32toh(av->dqp_dct) & QPN_MASK,
		.qkey = be32toh(av->key.qkey.qkey),
		.has_grh = config.ethernet || grh & HAS_GRH,
		.dlid = be16toh(av->rlid),
		.sgid_index = grh >> SGID_INDEX_SHIFT & SGID_INDEX_MASK,
		.traffic_class = av->tclass,
		.hop_limit = av->hop_limit,
		.flow_label = grh & FLOW_LABEL_MASK,
	};
	memcpy(route->dgid, av->rgid, GID_SIZE);
}

bool route_is_multicast(const struct route *route)
{
	return route->qpn == MULTICAST_QPN;
}

/* InfiniBand routes by LID, and RoCE by the address in the GID. */
bool route_is_local(const struct route *route)
{
	return config.ethernet ? port_has_gid(route->dgid) : route->dlid == port_lid();
}

static uint16_t ipv4_checksum(const uint8_t *header)
{
	uint32_t sum = 0;
	unsigned int i;

	for (i = 0; i < IPV4_SIZE; i += 2)
		sum += (uint32_t)header[i] << 8 | header[i + 1];
	while (sum >> 16)
		sum = (sum & UINT16_MAX) + (sum >> 16);
	return (uint16_t)~sum;
}

static void write_ipv4(const struct route *route, uint32_t length, const uint8_t *sgid,
		       uint8_t *header)
{
	struct iphdr ip = {
		.version = IPVERSION,
		.ihl = IPV4_SIZE / sizeof(uint32_t),
		.tos = route->traffic_class,
		.tot_len = htobe16((uint16_t)(IPV4_SIZE + UDP_SIZE + length)),
		.frag_off = htobe16(IP_DF),
		.ttl = route->hop_limit,
		.protocol = IPPROTO_UDP,
	};

	memcpy(&ip.saddr, sgid + IPV4_GID_OFFSET, sizeof(ip.saddr));
	memcpy(&ip.daddr, route->dgid + IPV4_GID_OFFSET, sizeof(ip.daddr));
	memcpy(header, &ip, sizeof(ip));
	ip.check = htobe16(ipv4_checksum(header));
	memcpy(header, &ip, sizeof(ip));
}

static void write_ipv6(const struct route *route, uint32_t length, const uint8_t *sgid,
		       uint8_t *header)
{
	struct ibv_grh grh = {
		.version_tclass_flow =
			htobe32(IP_VERSION_6 << VERSION_SHIFT |
				(uint32_t)route->traffic_class << TRAFFIC_CLASS_SHIFT |
				route->flow_label),
		.paylen = htobe16((uint16_t)length),
		.next_hdr = port_gid_is_routable(route->sgid_index) ? IPPROTO_UDP :
								      NEXT_HEADER_IBA,
		.hop_limit = route->hop_limit,
	};

	memcpy(grh.sgid.raw, sgid, GID_SIZE);
	memcpy(grh.dgid.raw, route->dgid, GID_SIZE);
	memcpy(header, &grh, sizeof(grh));
}

/* Without a GRH, hardware leaves the space undefined. This model writes zeros. */
void route_write_header(const struct route *route, uint32_t length, uint8_t header[GRH_SIZE])
{
	uint8_t sgid[GID_SIZE];

	memset(header, 0, GRH_SIZE);
	if (!route->has_grh)
		return;
	port_gid(route->sgid_index, sgid);
	if (port_gid_is_routable(route->sgid_index) && port_gid_is_ipv4(sgid))
		write_ipv4(route, length, sgid, header + GRH_SIZE - IPV4_SIZE);
	else
		write_ipv6(route, length, sgid, header);
}
