/* SPDX-License-Identifier: Apache-2.0 */
#include <endian.h>
#include <infiniband/verbs.h>
#include <rdma/mlx4-abi.h>

#include "config.h"
#include "cq.h"
#include "mlx4.h"
#include "user_memory.h"

/*
 * A ConnectX-3 with one port. The numbers come from public listings and from the kernel's driver.
 * None was read from a card.
 */
#define FW_VERSION (2ull << 32 | 42ull << 16 | 5000ull)
#define NODE_GUID 0x0c42a1030065a1e0ull
#define VENDOR_ID 0x2c9
#define PART_ID 4099

#define MAX_QP 393112
#define QP_TABLE_SIZE (1u << 17)
#define BF_REG_SIZE 512
#define BF_REGS_PER_PAGE 8

#define DEVICE_CAPS								\
	(IBV_DEVICE_BAD_PKEY_CNTR | IBV_DEVICE_BAD_QKEY_CNTR |			\
	 IBV_DEVICE_AUTO_PATH_MIG | IBV_DEVICE_CHANGE_PHY_PORT |		\
	 IBV_DEVICE_UD_AV_PORT_ENFORCE | IBV_DEVICE_PORT_ACTIVE_EVENT |		\
	 IBV_DEVICE_SYS_IMAGE_GUID | IBV_DEVICE_RC_RNR_NAK_GEN |		\
	 IBV_DEVICE_MEM_WINDOW | IBV_DEVICE_UD_IP_CSUM | IBV_DEVICE_XRC |	\
	 IBV_DEVICE_MEM_MGT_EXTENSIONS | IBV_DEVICE_MEM_WINDOW_TYPE_2B |	\
	 IBV_DEVICE_RAW_IP_CSUM)

#define RX_HASH_FIELDS								\
	(MLX4_IB_RX_HASH_SRC_IPV4 | MLX4_IB_RX_HASH_DST_IPV4 |			\
	 MLX4_IB_RX_HASH_SRC_IPV6 | MLX4_IB_RX_HASH_DST_IPV6 |			\
	 MLX4_IB_RX_HASH_SRC_PORT_TCP | MLX4_IB_RX_HASH_DST_PORT_TCP |		\
	 MLX4_IB_RX_HASH_SRC_PORT_UDP | MLX4_IB_RX_HASH_DST_PORT_UDP)

static int mlx4_alloc_ucontext(struct ucontext *ctx, struct udata *udata)
{
	struct mlx4_ib_alloc_ucontext_resp resp = {
		.dev_caps = MLX4_USER_DEV_CAP_LARGE_CQE,
		.qp_tab_size = QP_TABLE_SIZE,
		.bf_reg_size = BF_REG_SIZE,
		.bf_regs_per_page = BF_REGS_PER_PAGE,
		.cqe_size = CQE_SIZE,
	};

	(void)ctx;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}

static void mlx4_query_device(struct ib_uverbs_query_device_resp *resp)
{
	resp->fw_ver = FW_VERSION;
	resp->node_guid = resp->sys_image_guid = htobe64(NODE_GUID);
	resp->max_mr_size = UINT64_MAX;
	resp->page_size_cap = ~4095ull;
	resp->vendor_id = VENDOR_ID;
	resp->vendor_part_id = PART_ID;
	resp->device_cap_flags = DEVICE_CAPS;
	resp->max_qp = MAX_QP;
	resp->max_qp_wr = MLX4_MAX_QP_WR;
	resp->max_sge = MLX4_MAX_SG;
	resp->max_sge_rd = 30;
	resp->max_cq = 65408;
	resp->max_cqe = MLX4_MAX_CQES;
	resp->max_mr = 524032;
	resp->max_pd = 32764;
	resp->max_qp_rd_atom = MLX4_MAX_DEST_RD_ATOMIC;
	resp->max_qp_init_rd_atom = MLX4_MAX_INIT_RD_ATOMIC;
	resp->max_res_rd_atom = MLX4_MAX_DEST_RD_ATOMIC * MAX_QP;
	resp->atomic_cap = IBV_ATOMIC_HCA;
	resp->max_mcast_grp = 1u << 17;
	resp->max_mcast_qp_attach = 244;
	resp->max_total_mcast_qp_attach = 244u << 17;
	resp->max_ah = INT32_MAX;
	resp->max_srq = 65472;
	resp->max_srq_wr = MLX4_MAX_SRQ_WQES - 1;
	resp->max_srq_sge = MLX4_MAX_SRQ_SGE;
	resp->max_pkeys = 128;
	resp->local_ca_ack_delay = 15;
	resp->phys_port_cnt = 1;
}

static void mlx4_query_device_ex(struct ib_uverbs_ex_query_device_resp *resp, struct udata *udata)
{
	struct mlx4_uverbs_ex_query_device_resp extra = {
		.response_length = response_length(udata->out_len, sizeof(extra)),
		.max_inl_recv_sz = MLX4_MAX_SG * MLX4_DATA_SEG_SIZE,
		.rss_caps = {
			.rx_hash_fields_mask = RX_HASH_FIELDS,
			.rx_hash_function = MLX4_IB_RX_HASH_FUNC_TOEPLITZ,
		},
		.tso_caps = {
			.max_tso = 1u << 18,
			.supported_qpts = 1u << IB_UVERBS_QPT_RAW_PACKET,
		},
	};

	resp->timestamp_mask = (1ull << 48) - 1;
	resp->hca_core_clock = 427000;
	resp->device_cap_flags_ex = resp->base.device_cap_flags;
	if (config.ethernet) {
		resp->rss_caps.supported_qpts = 1u << IB_UVERBS_QPT_RAW_PACKET;
		resp->rss_caps.max_rwq_indirection_tables = MAX_QP;
		resp->rss_caps.max_rwq_indirection_table_size = MLX4_MAX_RSS_TABLE;
		resp->max_wq_type_rq = MAX_QP;
	}
	udata_reply(udata, &extra, sizeof(extra));
}

static void mlx4_alloc_pd(uint32_t handle, struct udata *udata)
{
	struct mlx4_ib_alloc_pd_resp resp = { .pdn = handle };

	udata_reply(udata, &resp, sizeof(resp));
}

static int mlx4_create_ah(struct udata *udata)
{
	(void)udata;
	return 0;
}

/* Maps ordinary memory as doorbell and BlueFlame pages. Writes to it have no effect. */
static void *mlx4_mmap(size_t length, uint64_t offset)
{
	(void)offset;
	return user_memory_map(length);
}

const struct driver mlx4_driver = {
	.alloc_ucontext = mlx4_alloc_ucontext,
	.query_device = mlx4_query_device,
	.query_device_ex = mlx4_query_device_ex,
	.alloc_pd = mlx4_alloc_pd,
	.create_ah = mlx4_create_ah,
	.create_cq = mlx4_create_cq,
	.resize_cq = mlx4_resize_cq,
	.modify_cq = mlx4_modify_cq,
	.create_srq = mlx4_create_srq,
	.modify_srq = mlx4_modify_srq,
	.create_qp = mlx4_create_qp,
	.modify_qp = mlx4_modify_qp,
	.query_qp = mlx4_query_qp,
	.create_wq = mlx4_create_wq,
	.modify_wq = mlx4_modify_wq,
	.create_rwq_table = mlx4_create_rwq_table,
	.mmap = mlx4_mmap,
};
