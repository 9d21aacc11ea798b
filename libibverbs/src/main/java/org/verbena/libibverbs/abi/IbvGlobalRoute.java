package org.verbena.libibverbs.abi;

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
public final class IbvGlobalRoute {
    public static final CField DGID = CField.block(0, 16);
    public static final CField FLOW_LABEL = CField.u32(16);
    public static final CField SGID_INDEX = CField.u8(20);
    public static final CField HOP_LIMIT = CField.u8(21);
    public static final CField TRAFFIC_CLASS = CField.u8(22);

    private IbvGlobalRoute() {}
}
