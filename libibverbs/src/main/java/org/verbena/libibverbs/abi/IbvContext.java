package org.verbena.libibverbs.abi;

/**
 * An open device.
 *
 * <pre>{@code
 * struct ibv_context {
 *     struct ibv_device *device;
 *     struct ibv_context_ops ops;
 *     int cmd_fd;
 *     int async_fd;
 *     int num_comp_vectors;
 *     pthread_mutex_t mutex;
 *     void *abi_compat;
 * };
 * }</pre>
 */
public final class IbvContext {
    public static final CField DEVICE = CField.pointer(0);
    public static final CField OPS = CField.block(8, 256);
    public static final CField ASYNC_FD = CField.s32(268);
    public static final CField NUM_COMP_VECTORS = CField.s32(272);
    public static final CField ABI_COMPAT = CField.pointer(320);

    public static final int SIZE = 328;

    private IbvContext() {}
}
