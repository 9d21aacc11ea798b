package org.verbena.libibverbs.abi;

/**
 * An asynchronous event.
 *
 * <pre>{@code
 * struct ibv_async_event {
 *     union {
 *         struct ibv_cq *cq;
 *         struct ibv_qp *qp;
 *         struct ibv_srq *srq;
 *         struct ibv_wq *wq;
 *         int port_num;
 *     } element;
 *     enum ibv_event_type event_type;
 * };
 * }</pre>
 */
public final class IbvAsyncEvent {
    /** The affected object. All four pointers of the union share this offset. */
    public static final CField ELEMENT_QP = CField.pointer(0);

    public static final CField ELEMENT_PORT_NUM = CField.s32(0);
    public static final CField EVENT_TYPE = CField.s32(8);

    public static final int SIZE = 16;

    private IbvAsyncEvent() {}
}
