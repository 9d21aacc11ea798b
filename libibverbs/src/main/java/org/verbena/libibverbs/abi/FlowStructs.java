// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of flow rules. */
public final class FlowStructs {
    private FlowStructs() {}

    /**
     * A flow rule. Its flow specifications follow the struct directly in memory. Each specification consists of its
     * type, its {@code size} in bytes, a value and a mask.
     *
     * <pre>{@code
     * struct ibv_flow_attr {
     *     uint32_t comp_mask;
     *     enum ibv_flow_attr_type type;
     *     uint16_t size;
     *     uint16_t priority;
     *     uint8_t num_of_specs;
     *     uint8_t port;
     *     uint32_t flags;
     * };
     * }</pre>
     */
    public static final class IbvFlowAttr {
        public static final CField TYPE = CField.s32(4);
        public static final CField FLOW_SIZE = CField.u16(8);
        public static final CField PRIORITY = CField.u16(10);
        public static final CField NUM_OF_SPECS = CField.u8(12);
        public static final CField PORT = CField.u8(13);
        public static final CField FLAGS = CField.u32(16);
        public static final int SIZE = 20;

        private IbvFlowAttr() {}
    }

    /**
     * The common header of all flow specifications.
     *
     * <pre>{@code
     * struct ibv_flow_spec {
     *     union {
     *         struct {
     *             enum ibv_flow_spec_type type;
     *             uint16_t size;
     *         } hdr;
     *         ...
     *     };
     * };
     * }</pre>
     */
    public static final class IbvFlowSpec {
        public static final CField HDR_TYPE = CField.s32(0);
        public static final CField HDR_SIZE = CField.u16(4);

        /** The offset of a filter without numbers wider than 16 bits. */
        public static final int HEAD = 6;

        /** The offset of a filter with numbers wider than 16 bits: padding follows the header. */
        public static final int PADDED_HEAD = 8;

        private IbvFlowSpec() {}
    }
}
