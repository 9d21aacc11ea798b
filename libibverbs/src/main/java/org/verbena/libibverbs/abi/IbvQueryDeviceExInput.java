package org.verbena.libibverbs.abi;

/**
 * The input of {@code ibv_query_device_ex(3)}.
 *
 * <pre>{@code
 * struct ibv_query_device_ex_input {
 *     uint32_t comp_mask;
 * };
 * }</pre>
 */
public final class IbvQueryDeviceExInput {
    public static final CField COMP_MASK = CField.u32(0);

    public static final int SIZE = 4;

    private IbvQueryDeviceExInput() {}
}
