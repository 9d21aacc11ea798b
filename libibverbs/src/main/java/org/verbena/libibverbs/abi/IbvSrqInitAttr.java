package org.verbena.libibverbs.abi;

/**
 * The attributes for creating a basic shared receive queue. {@code struct ibv_srq_init_attr_ex} begins with the same
 * fields.
 *
 * <pre>{@code
 * struct ibv_srq_init_attr {
 *     void *srq_context;
 *     struct ibv_srq_attr attr;
 * };
 * }</pre>
 */
public final class IbvSrqInitAttr {
    public static final CField SRQ_CONTEXT = CField.pointer(0);
    public static final CField ATTR = CField.block(8, 12);

    public static final int SIZE = 24;

    private IbvSrqInitAttr() {}
}
