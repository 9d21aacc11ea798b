package org.verbena.libibverbs.abi;

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
public final class IbvGidEntry {
    public static final CField GID = CField.block(0, 16);
    public static final CField GID_INDEX = CField.u32(16);
    public static final CField PORT_NUM = CField.u32(20);
    public static final CField GID_TYPE = CField.u32(24);
    public static final CField NDEV_IFINDEX = CField.u32(28);

    public static final int SIZE = 32;

    private IbvGidEntry() {}
}
