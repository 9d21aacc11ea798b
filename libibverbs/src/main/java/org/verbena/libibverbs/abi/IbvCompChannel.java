package org.verbena.libibverbs.abi;

/**
 * A completion channel.
 *
 * <pre>{@code
 * struct ibv_comp_channel {
 *     struct ibv_context *context;
 *     int fd;
 *     int refcnt;
 * };
 * }</pre>
 */
public final class IbvCompChannel {
    public static final CField FD = CField.s32(8);
    public static final CField REFCNT = CField.s32(12);

    private IbvCompChannel() {}
}
