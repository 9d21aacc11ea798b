/* SPDX-License-Identifier: Apache-2.0 */
#include "port.h"

#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include "config.h"
#include "ioctl_call.h"
#include "uverbs.h"

#define MAX_VALID_GIDS 4
#define ACTIVE_WIDTH_4X 2
#define ACTIVE_SPEED_EDR 32
#define PHYS_STATE_LINK_UP 5
#define MAX_MESSAGE_SIZE (1u << 30)

/* ib_uverbs_gid_entry.gid_type: enum ib_uverbs_gid_type */
#define GID_TYPE_ROCE_V1 IB_UVERBS_GID_TYPE_ROCE_V1
#define GID_TYPE_ROCE_V2 IB_UVERBS_GID_TYPE_ROCE_V2

/* The capability flags of a ConnectX port on InfiniBand, as ibv_devinfo -v prints them. */
#define IB_PORT_CAP_FLAGS 0x2651e848

struct port_properties {
	uint32_t gid_table_length;
	uint32_t valid_gids;
	uint32_t pkey_table_length;
	struct ib_uverbs_query_port_resp resp;
};

static const struct port_properties ethernet = {
	.gid_table_length = 255,
	.valid_gids = MAX_VALID_GIDS,
	.pkey_table_length = 1,
	.resp = {
		.port_cap_flags = IBV_PORT_CM_SUP | IBV_PORT_IP_BASED_GIDS,
		.active_mtu = IBV_MTU_1024,
		.link_layer = IBV_LINK_LAYER_ETHERNET,
		.flags = IBV_QPF_GRH_REQUIRED,
	},
};

static const struct port_properties infiniband = {
	.gid_table_length = 8,
	.valid_gids = 1,
	.pkey_table_length = 128,
	.resp = {
		.port_cap_flags = IB_PORT_CAP_FLAGS,
		.active_mtu = IBV_MTU_4096,
		.link_layer = IBV_LINK_LAYER_INFINIBAND,
		.lid = 17,
		.sm_lid = 1,
		.max_vl_num = 4,
		.subnet_timeout = 18,
	},
};

static const struct port_properties *port(void)
{
	return config.ethernet ? &ethernet : &infiniband;
}

bool port_is_valid(uint32_t port_num)
{
	return port_num == PORT_NUM;
}

uint32_t port_pkey_table_length(void)
{
	return port()->pkey_table_length;
}

int port_check_address(uint32_t port_num, bool has_grh, uint32_t sgid_index)
{
	if (!port_is_valid(port_num))
		return -EINVAL;
	if (!has_grh)
		return config.ethernet ? -EINVAL : 0;
	if (sgid_index >= port()->gid_table_length)
		return -EINVAL;
	return sgid_index < port()->valid_gids ? 0 : -ENODATA;
}

uint16_t port_lid(void)
{
	return port()->resp.lid;
}

/* The values of enum ibv_mtu are exponents: 1 is 256 bytes. */
uint32_t port_mtu(void)
{
	return 128u << port()->resp.active_mtu;
}

static int port_query(uint32_t port_num, struct ib_uverbs_query_port_resp *resp)
{
	if (!port_is_valid(port_num))
		return -EINVAL;
	*resp = port()->resp;
	resp->gid_tbl_len = (int)port()->gid_table_length;
	resp->pkey_tbl_len = (uint16_t)port()->pkey_table_length;
	resp->state = IBV_PORT_ACTIVE;
	resp->phys_state = PHYS_STATE_LINK_UP;
	resp->max_mtu = IBV_MTU_4096;
	resp->max_msg_sz = MAX_MESSAGE_SIZE;
	resp->active_width = ACTIVE_WIDTH_4X;
	resp->active_speed = ACTIVE_SPEED_EDR;
	return 0;
}

int port_query_write(struct command *cmd)
{
	struct ib_uverbs_query_port_resp resp;
	struct ib_uverbs_query_port req;
	int ret = command_read(cmd, &req, sizeof(req));

	if (!ret)
		ret = port_query(req.port_num, &resp);
	if (!ret)
		command_reply(cmd, &resp, sizeof(resp));
	return ret;
}

int port_query_ioctl(struct ioctl_call *call)
{
	struct ib_uverbs_query_port_resp_ex resp = {};
	uint32_t port_num = attr_u32(call, UVERBS_ATTR_QUERY_PORT_PORT_NUM, 0);
	int ret = port_query(port_num, &resp.legacy_resp);

	if (!ret)
		attr_reply(call, UVERBS_ATTR_QUERY_PORT_RESP, &resp, sizeof(resp));
	return ret;
}

static const uint8_t v4_mapped[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };

/*
 * On RoCE the table contains each address twice, as version 1 and 2. The link-local address, which
 * is derived from the MAC address, comes first, then the IPv4-mapped one. On InfiniBand the table
 * contains the link-local address only.
 */
static void fill_gid_entry(uint32_t index, struct ib_uverbs_gid_entry *entry)
{
	static const uint8_t link_local[GID_SIZE] = {
		0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0x0e, 0x42, 0xa1, 0xff, 0xfe, 0x65, 0xa1, 0xe0,
	};
	static const uint8_t ipv4_mapped[GID_SIZE] = {
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 168, 0, 1,
	};

	memset(entry, 0, sizeof(*entry));
	memcpy(entry->gid, index < 2 ? link_local : ipv4_mapped, GID_SIZE);
	entry->gid_index = index;
	entry->port_num = PORT_NUM;
	if (!config.ethernet)
		return;
	entry->gid_type = index % 2 ? GID_TYPE_ROCE_V2 : GID_TYPE_ROCE_V1;
	entry->netdev_ifindex = 1;
}

void port_gid(uint32_t index, uint8_t gid[GID_SIZE])
{
	struct ib_uverbs_gid_entry entry = {};

	if (index < port()->valid_gids)
		fill_gid_entry(index, &entry);
	memcpy(gid, entry.gid, GID_SIZE);
}

bool port_has_gid(const uint8_t gid[GID_SIZE])
{
	uint8_t own[GID_SIZE];
	uint32_t i;

	for (i = 0; i < port()->valid_gids; i++) {
		port_gid(i, own);
		if (!memcmp(own, gid, GID_SIZE))
			return true;
	}
	return false;
}

bool port_gid_is_routable(uint32_t index)
{
	struct ib_uverbs_gid_entry entry = {};

	if (index < port()->valid_gids)
		fill_gid_entry(index, &entry);
	return config.ethernet && entry.gid_type == GID_TYPE_ROCE_V2;
}

bool port_gid_is_ipv4(const uint8_t gid[GID_SIZE])
{
	return !memcmp(gid, v4_mapped, sizeof(v4_mapped));
}

int gid_query_entry_ioctl(struct ioctl_call *call)
{
	uint32_t port_num = attr_u32(call, UVERBS_ATTR_QUERY_GID_ENTRY_PORT, 0);
	uint32_t index = attr_u32(call, UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX, 0);
	struct ib_uverbs_gid_entry entry;

	if (!port_is_valid(port_num) || index >= port()->gid_table_length)
		return -EINVAL;
	if (index >= port()->valid_gids)
		return -ENODATA;
	fill_gid_entry(index, &entry);
	attr_reply(call, UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY, &entry, sizeof(entry));
	return 0;
}

int gid_query_table_ioctl(struct ioctl_call *call)
{
	struct ib_uverbs_gid_entry entries[MAX_VALID_GIDS];
	uint64_t count = port()->valid_gids;
	uint32_t i;

	for (i = 0; i < count; i++)
		fill_gid_entry(i, &entries[i]);
	if (attr_size(call, UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES) < count * sizeof(entries[0]))
		return -EINVAL;
	attr_reply(call, UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, entries,
		   count * sizeof(entries[0]));
	attr_reply(call, UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES, &count, sizeof(count));
	return 0;
}
