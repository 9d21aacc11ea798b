/* SPDX-License-Identifier: Apache-2.0 */
/* The destination of a request, and the header from which a receiver learns the source. */
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

/* The space for the global routing header in a receive entry of a datagram. */
#define GRH_SIZE 40u

void route_of_connection(const struct qp *qp, struct route *route);
void route_of_datagram(const struct mlx5_wqe_av *av, struct route *route);

bool route_is_multicast(const struct route *route);

/* Returns whether the address belongs to this port. */
bool route_is_local(const struct route *route);

/*
 * Writes the header for the receiver: an IPv6 header or, in the last 20 bytes, an IPv4 header.
 * length is the length of the payload.
 */
void route_write_header(const struct route *route, uint32_t length, uint8_t header[GRH_SIZE]);

#endif
