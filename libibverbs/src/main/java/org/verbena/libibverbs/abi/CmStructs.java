// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of connection management, from {@code <rdma/rdma_cma.h>} and the headers that it includes. */
public final class CmStructs {
    private CmStructs() {}

    /**
     * An event channel.
     *
     * <pre>{@code
     * struct rdma_event_channel {
     *     int fd;
     * };
     * }</pre>
     */
    public static final class RdmaEventChannel {
        public static final CField FD = CField.s32(0);

        private RdmaEventChannel() {}
    }

    /**
     * An identifier. It is the first part of a longer struct, which only librdmacm allocates.
     *
     * <pre>{@code
     * struct rdma_cm_id {
     *     struct ibv_context *verbs;
     *     struct rdma_event_channel *channel;
     *     void *context;
     *     struct ibv_qp *qp;
     *     struct rdma_route route;
     *     enum rdma_port_space ps;
     *     uint8_t port_num;
     *     struct rdma_cm_event *event;
     *     struct ibv_comp_channel *send_cq_channel;
     *     struct ibv_cq *send_cq;
     *     struct ibv_comp_channel *recv_cq_channel;
     *     struct ibv_cq *recv_cq;
     *     struct ibv_srq *srq;
     *     struct ibv_pd *pd;
     *     enum ibv_qp_type qp_type;
     * };
     * }</pre>
     */
    public static final class RdmaCmId {
        public static final CField VERBS = CField.pointer(0);
        public static final CField CHANNEL = CField.pointer(8);
        public static final CField ROUTE = CField.block(32, 312);
        public static final CField PS = CField.s32(344);
        public static final CField PORT_NUM = CField.u8(348);
        public static final CField QP_TYPE = CField.s32(408);

        private RdmaCmId() {}
    }

    /**
     * The addresses and the paths of an identifier; embedded in {@link RdmaCmId}.
     *
     * <pre>{@code
     * struct rdma_route {
     *     struct rdma_addr addr;
     *     struct ibv_sa_path_rec *path_rec;
     *     int num_paths;
     * };
     * }</pre>
     */
    public static final class RdmaRoute {
        public static final CField ADDR = CField.block(0, 296);
        public static final CField PATH_REC = CField.pointer(296);
        public static final CField NUM_PATHS = CField.s32(304);

        private RdmaRoute() {}
    }

    /**
     * The addresses of an identifier; embedded in {@link RdmaRoute}.
     *
     * <pre>{@code
     * struct rdma_addr {
     *     union {
     *         struct sockaddr src_addr;
     *         struct sockaddr_in src_sin;
     *         struct sockaddr_in6 src_sin6;
     *         struct sockaddr_storage src_storage;
     *     };
     *     union {
     *         struct sockaddr dst_addr;
     *         struct sockaddr_in dst_sin;
     *         struct sockaddr_in6 dst_sin6;
     *         struct sockaddr_storage dst_storage;
     *     };
     *     union {
     *         struct rdma_ib_addr ibaddr;
     *     } addr;
     * };
     * }</pre>
     */
    public static final class RdmaAddr {
        public static final CField SRC_STORAGE = CField.block(0, 128);
        public static final CField DST_STORAGE = CField.block(128, 128);

        private RdmaAddr() {}
    }

    /**
     * The parameters of a connection.
     *
     * <pre>{@code
     * struct rdma_conn_param {
     *     const void *private_data;
     *     uint8_t private_data_len;
     *     uint8_t responder_resources;
     *     uint8_t initiator_depth;
     *     uint8_t flow_control;
     *     uint8_t retry_count;
     *     uint8_t rnr_retry_count;
     *     uint8_t srq;
     *     uint32_t qp_num;
     * };
     * }</pre>
     */
    public static final class RdmaConnParam {
        public static final CField PRIVATE_DATA = CField.pointer(0);
        public static final CField PRIVATE_DATA_LEN = CField.u8(8);
        public static final CField RESPONDER_RESOURCES = CField.u8(9);
        public static final CField INITIATOR_DEPTH = CField.u8(10);
        public static final CField FLOW_CONTROL = CField.u8(11);
        public static final CField RETRY_COUNT = CField.u8(12);
        public static final CField RNR_RETRY_COUNT = CField.u8(13);
        public static final CField SRQ = CField.u8(14);
        public static final CField QP_NUM = CField.u32(16);

        public static final int SIZE = 24;

        private RdmaConnParam() {}
    }

    /**
     * The address of a datagram service or of a multicast group.
     *
     * <pre>{@code
     * struct rdma_ud_param {
     *     const void *private_data;
     *     uint8_t private_data_len;
     *     struct ibv_ah_attr ah_attr;
     *     uint32_t qp_num;
     *     uint32_t qkey;
     * };
     * }</pre>
     */
    public static final class RdmaUdParam {
        public static final CField PRIVATE_DATA = CField.pointer(0);
        public static final CField PRIVATE_DATA_LEN = CField.u8(8);
        public static final CField AH_ATTR = CField.block(16, 32);
        public static final CField QP_NUM = CField.u32(48);
        public static final CField QKEY = CField.u32(52);

        private RdmaUdParam() {}
    }

    /**
     * An event. It is the first part of a longer struct with the private data, which {@code rdma_ack_cm_event} frees.
     *
     * <pre>{@code
     * struct rdma_cm_event {
     *     struct rdma_cm_id *id;
     *     struct rdma_cm_id *listen_id;
     *     enum rdma_cm_event_type event;
     *     int status;
     *     union {
     *         struct rdma_conn_param conn;
     *         struct rdma_ud_param ud;
     *     } param;
     * };
     * }</pre>
     */
    public static final class RdmaCmEvent {
        public static final CField ID = CField.pointer(0);
        public static final CField LISTEN_ID = CField.pointer(8);
        public static final CField EVENT = CField.s32(16);
        public static final CField STATUS = CField.s32(20);
        public static final CField PARAM = CField.block(24, 56);

        private RdmaCmEvent() {}
    }

    /**
     * The attributes of a multicast membership.
     *
     * <pre>{@code
     * struct rdma_cm_join_mc_attr_ex {
     *     uint32_t comp_mask;
     *     uint32_t join_flags;
     *     struct sockaddr *addr;
     * };
     * }</pre>
     */
    public static final class RdmaCmJoinMcAttrEx {
        /** {@code RDMA_CM_JOIN_MC_ATTR_ADDRESS}. */
        public static final int ATTR_ADDRESS = 1;

        /** {@code RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS}. */
        public static final int ATTR_JOIN_FLAGS = 2;

        public static final CField COMP_MASK = CField.u32(0);
        public static final CField JOIN_FLAGS = CField.u32(4);
        public static final CField ADDR = CField.pointer(8);

        public static final int SIZE = 16;

        private RdmaCmJoinMcAttrEx() {}
    }

    /**
     * A path. The 16-bit and 32-bit fields of type {@code __be16} and {@code __be32} are in network byte order.
     *
     * <pre>{@code
     * struct ibv_sa_path_rec {
     *     union ibv_gid dgid;
     *     union ibv_gid sgid;
     *     __be16 dlid;
     *     __be16 slid;
     *     int raw_traffic;
     *     __be32 flow_label;
     *     uint8_t hop_limit;
     *     uint8_t traffic_class;
     *     int reversible;
     *     uint8_t numb_path;
     *     __be16 pkey;
     *     uint8_t sl;
     *     uint8_t mtu_selector;
     *     uint8_t mtu;
     *     uint8_t rate_selector;
     *     uint8_t rate;
     *     uint8_t packet_life_time_selector;
     *     uint8_t packet_life_time;
     *     uint8_t preference;
     * };
     * }</pre>
     */
    public static final class IbvSaPathRec {
        public static final CField DGID = CField.block(0, 16);
        public static final CField SGID = CField.block(16, 16);
        public static final CField DLID = CField.u16(32);
        public static final CField SLID = CField.u16(34);
        public static final CField RAW_TRAFFIC = CField.s32(36);
        public static final CField FLOW_LABEL = CField.u32(40);
        public static final CField HOP_LIMIT = CField.u8(44);
        public static final CField TRAFFIC_CLASS = CField.u8(45);
        public static final CField REVERSIBLE = CField.s32(48);
        public static final CField NUMB_PATH = CField.u8(52);
        public static final CField PKEY = CField.u16(54);
        public static final CField SL = CField.u8(56);
        public static final CField MTU_SELECTOR = CField.u8(57);
        public static final CField MTU = CField.u8(58);
        public static final CField RATE_SELECTOR = CField.u8(59);
        public static final CField RATE = CField.u8(60);
        public static final CField PACKET_LIFE_TIME_SELECTOR = CField.u8(61);
        public static final CField PACKET_LIFE_TIME = CField.u8(62);
        public static final CField PREFERENCE = CField.u8(63);

        private IbvSaPathRec() {}
    }

    /**
     * The options of enhanced connection establishment, from {@code <infiniband/verbs.h>}.
     *
     * <pre>{@code
     * struct ibv_ece {
     *     uint32_t vendor_id;
     *     uint32_t options;
     *     uint32_t comp_mask;
     * };
     * }</pre>
     */
    public static final class IbvEce {
        public static final CField VENDOR_ID = CField.u32(0);
        public static final CField OPTIONS = CField.u32(4);

        public static final int SIZE = 12;

        private IbvEce() {}
    }
}
