/* The device's only port, with its P_Key and GID tables; mktree.sh writes the same into sysfs. */
#ifndef FAKEVERBS_PORT_H
#define FAKEVERBS_PORT_H

#include "util.h"

#define PORT_NUM 1

bool port_is_valid(uint32_t port);
uint32_t port_pkey_table_length(void);

/*
 * The checks of rdma_fill_sgid_attr() on an address: its port, a GRH on Ethernet, and a source GID
 * that is in the table (-EINVAL beyond its end, -ENODATA for an empty entry).
 */
int port_check_address(uint32_t port_num, bool has_grh, uint32_t sgid_index);

#endif
