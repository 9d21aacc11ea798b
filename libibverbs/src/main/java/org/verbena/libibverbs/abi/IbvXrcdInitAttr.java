package org.verbena.libibverbs.abi;

/**
 * The attributes for opening an XRC domain.
 *
 * <pre>{@code
 * struct ibv_xrcd_init_attr {
 *     uint32_t comp_mask;
 *     int fd;
 *     int oflags;
 * };
 * }</pre>
 */
public final class IbvXrcdInitAttr {
    public static final CField COMP_MASK = CField.u32(0);
    public static final CField FD = CField.s32(4);
    public static final CField OFLAGS = CField.s32(8);

    public static final int SIZE = 12;

    private IbvXrcdInitAttr() {}
}
