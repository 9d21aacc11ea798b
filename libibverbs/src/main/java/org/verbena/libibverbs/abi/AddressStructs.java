// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of addresses and routes. */
public final class AddressStructs {
    private AddressStructs() {}

    /**
     * An entry of a GID table.
     *
     * <pre>{@code
     * struct ibv_gid_entry {
     *     union ibv_gid gid;
     *     uint32_t gid_index;
     *     uint32_t port_num;
     *     uint32_t gid_type;
     *     uint32_t ndev_ifindex;
     * };
     * }</pre>
     */
    public static final class IbvGidEntry {
        public static final CField GID = CField.block(0, 16);
        public static final CField GID_INDEX = CField.u32(16);
        public static final CField PORT_NUM = CField.u32(20);
        public static final CField GID_TYPE = CField.u32(24);
        public static final CField NDEV_IFINDEX = CField.u32(28);

        public static final int SIZE = 32;

        private IbvGidEntry() {}
    }

    /**
     * A global route; embedded in {@link IbvAhAttr}.
     *
     * <pre>{@code
     * struct ibv_global_route {
     *     union ibv_gid dgid;
     *     uint32_t flow_label;
     *     uint8_t sgid_index;
     *     uint8_t hop_limit;
     *     uint8_t traffic_class;
     * };
     * }</pre>
     */
    public static final class IbvGlobalRoute {
        public static final CField DGID = CField.block(0, 16);
        public static final CField FLOW_LABEL = CField.u32(16);
        public static final CField SGID_INDEX = CField.u8(20);
        public static final CField HOP_LIMIT = CField.u8(21);
        public static final CField TRAFFIC_CLASS = CField.u8(22);

        private IbvGlobalRoute() {}
    }

    /**
     * An address vector.
     *
     * <pre>{@code
     * struct ibv_ah_attr {
     *     struct ibv_global_route grh;
     *     uint16_t dlid;
     *     uint8_t sl;
     *     uint8_t src_path_bits;
     *     uint8_t static_rate;
     *     uint8_t is_global;
     *     uint8_t port_num;
     * };
     * }</pre>
     */
    public static final class IbvAhAttr {
        public static final CField GRH = CField.block(0, 24);
        public static final CField DLID = CField.u16(24);
        public static final CField SL = CField.u8(26);
        public static final CField SRC_PATH_BITS = CField.u8(27);
        public static final CField STATIC_RATE = CField.u8(28);
        public static final CField IS_GLOBAL = CField.u8(29);
        public static final CField PORT_NUM = CField.u8(30);

        public static final int SIZE = 32;

        private IbvAhAttr() {}
    }
}
