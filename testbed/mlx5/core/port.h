/* SPDX-License-Identifier: Apache-2.0 */
/* The device's only port, with its P_Key and GID tables; mktree.sh writes the same into sysfs. */
#ifndef FAKEVERBS_PORT_H
#define FAKEVERBS_PORT_H

#include "util.h"

#define PORT_NUM 1
#define GID_SIZE 16

bool port_is_valid(uint32_t port);
uint32_t port_pkey_table_length(void);

/*
 * The checks of rdma_fill_sgid_attr() on an address: its port, a GRH on Ethernet, and a source GID
 * that is in the table (-EINVAL beyond its end, -ENODATA for an empty entry).
 */
int port_check_address(uint32_t port_num, bool has_grh, uint32_t sgid_index);

/* The base LID; 0 on Ethernet. */
uint16_t port_lid(void);

/* The greatest payload of a datagram. */
uint32_t port_mtu(void);

/* The GID of that index, all zero where the table is empty. */
void port_gid(uint32_t index, uint8_t gid[GID_SIZE]);

bool port_has_gid(const uint8_t gid[GID_SIZE]);

/* Whether packets with this source GID are UDP ones, as those of RoCE version 2 are. */
bool port_gid_is_routable(uint32_t index);

/* Whether the GID is an IPv4 address in its v4-mapped form. */
bool port_gid_is_ipv4(const uint8_t gid[GID_SIZE]);

#endif
