/* SPDX-License-Identifier: Apache-2.0 */
#include <endian.h>
#include <infiniband/verbs.h>
#include <rdma/mlx5-abi.h>

#include "config.h"
#include "mlx5.h"
#include "ucontext.h"

/*
 * A ConnectX-5 with one port. The numbers come from public listings and from the kernel's driver.
 * None was read from a card.
 */
#define FW_VERSION (16ull << 32 | 35ull << 16 | 2000ull)
#define NODE_GUID 0x0c42a1030065a1e0ull
#define VENDOR_ID 0x2c9
#define PART_ID 4119

#define LOG_MAX_QP 17
#define LOG_MAX_CQ 24
#define LOG_MAX_MKEY 24
#define LOG_MAX_PD 23
#define LOG_MAX_SRQ 23
#define LOG_MAX_RQ 23
#define LOG_MAX_RQT 16
#define LOG_MAX_MCG 21
#define MAX_QP_MCG 240
#define LOG_BF_REG_SIZE 9
#define LOG_UAR_SIZE 12
#define CACHE_LINE_SIZE 64
#define MAX_CQE_VERSION 1
#define CORE_CLOCK_OFFSET 0xb0

/* mlx5_ib_query_device(): a limit on the descriptor, and the size of the segments before its data */
#define MAX_SQ_DESC_FOR_SGE 512
#define CTRL_AND_RADDR_SIZE 32

#define DEVICE_CAPS								\
	(IBV_DEVICE_BAD_PKEY_CNTR | IBV_DEVICE_BAD_QKEY_CNTR |			\
	 IBV_DEVICE_AUTO_PATH_MIG | IBV_DEVICE_CHANGE_PHY_PORT |		\
	 IBV_DEVICE_PORT_ACTIVE_EVENT | IBV_DEVICE_SYS_IMAGE_GUID |		\
	 IBV_DEVICE_RC_RNR_NAK_GEN | IBV_DEVICE_MEM_WINDOW | IBV_DEVICE_XRC |	\
	 IBV_DEVICE_MEM_MGT_EXTENSIONS | IBV_DEVICE_MEM_WINDOW_TYPE_2B |	\
	 IBV_DEVICE_RAW_IP_CSUM | IBV_DEVICE_MANAGED_FLOW_STEERING)

#define DEVICE_CAPS_EX (IBV_DEVICE_RAW_SCATTER_FCS | IBV_DEVICE_PCI_WRITE_END_PADDING)

#define RAW_PACKET_CAPS							\
	(IBV_RAW_PACKET_CAP_CVLAN_STRIPPING | IBV_RAW_PACKET_CAP_SCATTER_FCS |	\
	 IBV_RAW_PACKET_CAP_IP_CSUM | IBV_RAW_PACKET_CAP_DELAY_DROP)

static uint32_t max_send_sge(void)
{
	uint32_t descriptor = (uint32_t)min_u64(config.max_wqe_sz_sq, MAX_SQ_DESC_FOR_SGE);

	return (descriptor - CTRL_AND_RADDR_SIZE) / MLX5_DATA_SEG_SIZE;
}

static uint32_t max_recv_sge(void)
{
	return config.max_wqe_sz_rq / MLX5_DATA_SEG_SIZE;
}

void mlx5_query_device(struct ib_uverbs_query_device_resp *resp)
{
	resp->fw_ver = FW_VERSION;
	resp->node_guid = resp->sys_image_guid = htobe64(NODE_GUID);
	resp->max_mr_size = UINT64_MAX;
	resp->page_size_cap = ~4095ull;
	resp->vendor_id = VENDOR_ID;
	resp->vendor_part_id = PART_ID;
	resp->device_cap_flags = DEVICE_CAPS;
	if (!config.ethernet)
		resp->device_cap_flags |= IBV_DEVICE_UD_IP_CSUM;
	resp->max_qp = 1u << LOG_MAX_QP;
	resp->max_qp_wr = 1u << config.log_max_qp_sz;
	resp->max_sge = (uint32_t)min_u64(max_send_sge(), max_recv_sge());
	resp->max_sge_rd = max_send_sge();
	resp->max_cq = 1u << LOG_MAX_CQ;
	resp->max_cqe = (1u << config.log_max_cq_sz) - 1;
	resp->max_mr = 1u << LOG_MAX_MKEY;
	resp->max_mw = 1u << LOG_MAX_MKEY;
	resp->max_pd = 1u << LOG_MAX_PD;
	resp->max_qp_rd_atom = MLX5_MAX_RD_ATOMIC;
	resp->max_qp_init_rd_atom = MLX5_MAX_RD_ATOMIC;
	resp->max_res_rd_atom = MLX5_MAX_RD_ATOMIC << LOG_MAX_QP;
	resp->atomic_cap = IBV_ATOMIC_HCA;
	resp->max_mcast_grp = 1u << LOG_MAX_MCG;
	resp->max_mcast_qp_attach = MAX_QP_MCG;
	resp->max_total_mcast_qp_attach = MAX_QP_MCG << LOG_MAX_MCG;
	resp->max_ah = INT32_MAX;
	resp->max_srq = 1u << LOG_MAX_SRQ;
	resp->max_srq_wr = (1u << config.log_max_srq_sz) - 1;
	resp->max_srq_sge = max_recv_sge() - 1;
	resp->max_pkeys = 128;
	resp->local_ca_ack_delay = 16;
	resp->phys_port_cnt = 1;
}

static void query_driver_caps(struct udata *udata)
{
	struct mlx5_ib_query_device_resp resp = {
		.response_length = response_length(udata->out_len, sizeof(resp)),
		.cqe_comp_caps = {
			.max_num = 64,
			.supported_format =
				MLX5_IB_CQE_RES_FORMAT_HASH | MLX5_IB_CQE_RES_FORMAT_CSUM,
		},
	};

	if (config.ethernet) {
		resp.tso_caps.max_tso = 1u << 18;
		resp.tso_caps.supported_qpts = 1u << IB_UVERBS_QPT_RAW_PACKET;
		resp.rss_caps.rx_hash_function = MLX5_RX_HASH_FUNC_TOEPLITZ;
		resp.rss_caps.rx_hash_fields_mask =
			MLX5_RX_HASH_SRC_IPV4 | MLX5_RX_HASH_DST_IPV4 |
			MLX5_RX_HASH_SRC_IPV6 | MLX5_RX_HASH_DST_IPV6 |
			MLX5_RX_HASH_SRC_PORT_TCP | MLX5_RX_HASH_DST_PORT_TCP |
			MLX5_RX_HASH_SRC_PORT_UDP | MLX5_RX_HASH_DST_PORT_UDP |
			MLX5_RX_HASH_INNER;
	}
	udata_reply(udata, &resp, sizeof(resp));
}

void mlx5_query_device_ex(struct ib_uverbs_ex_query_device_resp *resp, struct udata *udata)
{
	resp->timestamp_mask = INT64_MAX;
	resp->hca_core_clock = 78125;
	resp->device_cap_flags_ex = resp->base.device_cap_flags | DEVICE_CAPS_EX;
	resp->cq_moderation_caps.max_cq_moderation_count = UINT16_MAX;
	resp->cq_moderation_caps.max_cq_moderation_period = MLX5_MAX_CQ_PERIOD;
	if (config.ethernet) {
		resp->rss_caps.supported_qpts = 1u << IB_UVERBS_QPT_RAW_PACKET;
		resp->rss_caps.max_rwq_indirection_tables = 1u << LOG_MAX_RQT;
		resp->rss_caps.max_rwq_indirection_table_size = 1u << config.log_max_rqt_size;
		resp->max_wq_type_rq = 1u << LOG_MAX_RQ;
		resp->raw_packet_caps = RAW_PACKET_CAPS;
	}
	query_driver_caps(udata);
}

/* mlx5_ib_alloc_ucontext() */
int mlx5_alloc_ucontext(struct ucontext *ctx, struct udata *udata)
{
	struct mlx5_ib_alloc_ucontext_resp resp = {
		.qp_tab_size = 1u << LOG_MAX_QP,
		.bf_reg_size = 1u << LOG_BF_REG_SIZE,
		.cache_line_size = CACHE_LINE_SIZE,
		.max_sq_desc_sz = (uint16_t)config.max_wqe_sz_sq,
		.max_rq_desc_sz = (uint16_t)config.max_wqe_sz_rq,
		.max_send_wqebb = 1u << config.log_max_qp_sz,
		.max_recv_wr = 1u << config.log_max_qp_sz,
		.max_srq_recv_wr = 1u << config.log_max_srq_sz,
		.log_uar_size = LOG_UAR_SIZE,
		.num_uars_per_page = 1,
		.num_ports = 1,
		.cmds_supp_uhw =
			MLX5_USER_CMDS_SUPP_UHW_QUERY_DEVICE | MLX5_USER_CMDS_SUPP_UHW_CREATE_AH,
		.eth_min_inline = config.ethernet ? MLX5_USER_INLINE_MODE_NONE :
						    MLX5_USER_INLINE_MODE_NA,
		.clock_info_versions = 1u << MLX5_IB_CLOCK_INFO_V1,
		.comp_mask = MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_CORE_CLOCK_OFFSET,
		.hca_core_clock_offset = CORE_CLOCK_OFFSET,
		.response_length = response_length(udata->out_len, sizeof(resp)),
	};
	struct mlx5_ib_alloc_ucontext_req_v2 req;

	udata_read(udata, &req, sizeof(req));
	if (req.flags & ~MLX5_IB_ALLOC_UCTX_DEVX)
		return -EOPNOTSUPP;
	if (req.comp_mask || req.reserved0 || req.reserved1 || req.reserved2)
		return -EOPNOTSUPP;
	req.total_num_bfregs = (req.total_num_bfregs + 1) & ~1u;
	if (!req.total_num_bfregs || req.num_low_latency_bfregs > req.total_num_bfregs - 1)
		return -EINVAL;
	ctx->cqe_version = (uint8_t)min_u64(req.max_cqe_version, MAX_CQE_VERSION);
	resp.cqe_version = ctx->cqe_version;
	/* UAR objects need the ioctl(). Without them, the library receives its doorbells in advance. */
	if (config.legacy || !(req.lib_caps & MLX5_LIB_CAP_DYN_UAR))
		resp.tot_bfregs = req.total_num_bfregs;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}

static void mlx5_alloc_pd(uint32_t handle, struct udata *udata)
{
	struct mlx5_ib_alloc_pd_resp resp = { .pdn = handle };

	udata_reply(udata, &resp, sizeof(resp));
}

/* Returns the MAC address of the destination. A real kernel would resolve it. */
static int mlx5_create_ah(struct udata *udata)
{
	struct mlx5_ib_create_ah_resp resp = {
		.response_length = offsetofend(struct mlx5_ib_create_ah_resp, dmac),
		.dmac = { 0x0c, 0x42, 0xa1, 0x65, 0xa1, 0xe1 },
	};

	if (!config.ethernet)
		return 0;
	if (udata->out_len < resp.response_length)
		return -EINVAL;
	udata_reply(udata, &resp, sizeof(resp));
	return 0;
}

const struct driver mlx5_driver = {
	.alloc_ucontext = mlx5_alloc_ucontext,
	.query_device = mlx5_query_device,
	.query_device_ex = mlx5_query_device_ex,
	.alloc_pd = mlx5_alloc_pd,
	.create_ah = mlx5_create_ah,
	.create_cq = mlx5_create_cq,
	.resize_cq = mlx5_resize_cq,
	.modify_cq = mlx5_modify_cq,
	.create_srq = mlx5_create_srq,
	.modify_srq = mlx5_modify_srq,
	.create_qp = mlx5_create_qp,
	.modify_qp = mlx5_modify_qp,
	.query_qp = mlx5_query_qp,
	.create_wq = mlx5_create_wq,
	.modify_wq = mlx5_modify_wq,
	.create_rwq_table = mlx5_create_rwq_table,
	.mmap = mlx5_mmap,
};
