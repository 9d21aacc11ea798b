/* SPDX-License-Identifier: Apache-2.0 */
/* The device's only port, with its P_Key and GID tables. mktree.sh writes the same values to sysfs. */
#ifndef FAKEVERBS_PORT_H
#define FAKEVERBS_PORT_H

#include "util.h"

#define PORT_NUM 1
#define GID_SIZE 16

bool port_is_valid(uint32_t port);
uint32_t port_pkey_table_length(void);

/*
 * Checks an address as rdma_fill_sgid_attr() does: the port must be valid, Ethernet requires a GRH,
 * and the source GID must exist (-EINVAL beyond the end of the table, -ENODATA for an empty entry).
 */
int port_check_address(uint32_t port_num, bool has_grh, uint32_t sgid_index);

/* Returns the base LID, which is 0 on Ethernet. */
uint16_t port_lid(void);

/* Returns the maximum payload of a datagram, in bytes. */
uint32_t port_mtu(void);

/* Copies the GID with this index. The GID of an empty entry is zero. */
void port_gid(uint32_t index, uint8_t gid[GID_SIZE]);

bool port_has_gid(const uint8_t gid[GID_SIZE]);

/* Returns whether packets with this source GID are UDP packets, as in RoCE version 2. */
bool port_gid_is_routable(uint32_t index);

/* Returns whether the GID is an IPv4 address in its v4-mapped form. */
bool port_gid_is_ipv4(const uint8_t gid[GID_SIZE]);

#endif
