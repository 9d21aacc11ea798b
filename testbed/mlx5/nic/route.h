/* SPDX-License-Identifier: Apache-2.0 */
/* Where a request goes, and what a datagram tells of where it came from. */
#ifndef FAKEVERBS_ROUTE_H
#define FAKEVERBS_ROUTE_H

#include "port.h"

struct mlx5_wqe_av;
struct qp;

struct route {
	uint32_t qpn;
	uint32_t qkey;			/* datagrams only */
	bool has_grh;
	uint16_t dlid;			/* InfiniBand only */
	uint8_t dgid[GID_SIZE];
	uint8_t sgid_index;
	uint8_t traffic_class;
	uint8_t hop_limit;
	uint32_t flow_label;
};

/* Space that a receive entry of a datagram gives to the global routing header. */
#define GRH_SIZE 40u

void route_of_connection(const struct qp *qp, struct route *route);
void route_of_datagram(const struct mlx5_wqe_av *av, struct route *route);

bool route_is_multicast(const struct route *route);

/* Whether the address is one of this port. */
bool route_is_local(const struct route *route);

/*
 * Writes the header as the receiver finds it: of an IPv6 packet or, in the last 20 bytes, of an
 * IPv4 one. length is that of the payload.
 */
void route_write_header(const struct route *route, uint32_t length, uint8_t header[GRH_SIZE]);

#endif
