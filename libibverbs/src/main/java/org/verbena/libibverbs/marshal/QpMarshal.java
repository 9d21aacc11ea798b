package org.verbena.libibverbs.marshal;

import static org.verbena.libibverbs.marshal.Pointed.pointerOf;

import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvQpInitAttr;
import org.verbena.libibverbs.abi.IbvQpInitAttrEx;
import org.verbena.libibverbs.abi.IbvQpOpenAttr;
import org.verbena.libibverbs.abi.IbvRxHashConf;
import org.verbena.libibverbs.abi.Struct;

/**
 * Writes requests for queue pairs. {@code qp_context} stays NULL: the context object of the application exists only in
 * Java.
 */
public final class QpMarshal {
    private QpMarshal() {}

    /**
     * Writes the request of the plain create call.
     *
     * @param frame the frame that allocates the struct
     * @param attr the attributes that the application requests
     * @return the {@code struct ibv_qp_init_attr}
     */
    public static Struct plain(Frame frame, QpInitAttr attr) {
        return common(frame.struct(IbvQpInitAttr.SIZE), attr);
    }

    /**
     * Writes the request of the extended create call.
     *
     * @param frame the frame that allocates the struct
     * @param attr the attributes that the application requests
     * @return the {@code struct ibv_qp_init_attr_ex}
     */
    public static Struct extended(Frame frame, QpInitAttr attr) {
        Struct struct = common(frame.struct(IbvQpInitAttrEx.SIZE), attr)
                .put(IbvQpInitAttrEx.COMP_MASK, attr.compMask().mask())
                .put(IbvQpInitAttrEx.PD, isTarget(attr) ? 0 : pointerOf(attr.pd()))
                .put(IbvQpInitAttrEx.XRCD, pointerOf(attr.xrcd()))
                .put(IbvQpInitAttrEx.CREATE_FLAGS, attr.createFlags().mask())
                .put(IbvQpInitAttrEx.MAX_TSO_HEADER, attr.maxTsoHeader())
                .put(IbvQpInitAttrEx.RWQ_IND_TBL, pointerOf(attr.rwqIndTbl()))
                .put(IbvQpInitAttrEx.SOURCE_QPN, attr.sourceQpn())
                .put(IbvQpInitAttrEx.SEND_OPS_FLAGS, attr.sendOpsFlags().mask());
        attr.rxHashConf().ifPresent(hash -> write(frame, struct.inner(IbvQpInitAttrEx.RX_HASH_CONF), hash));
        return struct;
    }

    /**
     * Writes the request for another handle of an XRC target.
     *
     * @param frame the frame that allocates the struct
     * @param attr the attributes that the application requests
     * @return the {@code struct ibv_qp_open_attr}
     */
    public static Struct open(Frame frame, QpOpenAttr attr) {
        return frame.struct(IbvQpOpenAttr.SIZE)
                .put(IbvQpOpenAttr.COMP_MASK, attr.compMask().mask())
                .put(IbvQpOpenAttr.QP_NUM, attr.qpNum())
                .put(IbvQpOpenAttr.XRCD, pointerOf(attr.xrcd()))
                .put(IbvQpOpenAttr.QP_TYPE, attr.qpTypeCode());
    }

    private static Struct common(Struct struct, QpInitAttr attr) {
        CapMarshal.write(struct.inner(IbvQpInitAttr.CAP), attr.cap());
        return struct.put(IbvQpInitAttr.SEND_CQ, namesSendCq(attr) ? pointerOf(attr.sendCq()) : 0)
                .put(IbvQpInitAttr.RECV_CQ, namesRecvCq(attr) ? pointerOf(attr.recvCq()) : 0)
                .put(IbvQpInitAttr.SRQ, pointerOf(attr.srq()))
                .put(IbvQpInitAttr.QP_TYPE, attr.qpTypeCode())
                .put(IbvQpInitAttr.SQ_SIG_ALL, attr.sqSigAll() ? 1 : 0);
    }

    // The kernel counts references only to the objects that libibverbs passes to it (ibv_icmd_create_qp). All other
    // objects can be destroyed before the queue pair. Drivers, however, store the pointers of the request and
    // dereference them in ibv_destroy_qp (mlx5_destroy_qp, mlx4_destroy_qp). So the request contains only objects that
    // libibverbs passes to the kernel.

    /**
     * Returns whether the request to the driver contains the completion queue for sends.
     *
     * @param attr the attributes that the application requests
     * @return whether the driver receives the queue
     */
    public static boolean namesSendCq(QpInitAttr attr) {
        return !isTarget(attr)
                && !(attr.compMask().contains(QpInitAttr.Mask.IND_TABLE)
                        && attr.cap().maxSendWr() == 0);
    }

    /**
     * Returns whether the request to the driver contains the completion queue for receives.
     *
     * @param attr the attributes that the application requests
     * @return whether the driver receives the queue
     */
    public static boolean namesRecvCq(QpInitAttr attr) {
        return !isTarget(attr) && attr.qpTypeCode() != QpType.XRC_SEND.value();
    }

    private static boolean isTarget(QpInitAttr attr) {
        return attr.qpTypeCode() == QpType.XRC_RECV.value();
    }

    private static void write(Frame frame, Struct struct, RxHashConf hash) {
        byte[] key = hash.key();
        struct.put(IbvRxHashConf.RX_HASH_FUNCTION, hash.function().mask())
                .put(IbvRxHashConf.RX_HASH_KEY_LEN, key.length)
                .put(IbvRxHashConf.RX_HASH_KEY, frame.bytes(key))
                .put(IbvRxHashConf.RX_HASH_FIELDS_MASK, hash.fields().mask());
    }
}
