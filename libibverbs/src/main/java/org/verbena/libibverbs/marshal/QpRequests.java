package org.verbena.libibverbs.marshal;

import static org.verbena.libibverbs.marshal.Pointed.pointerOf;

import org.verbena.QpInitAttr;
import org.verbena.QpInitAttrMask;
import org.verbena.QpOpenAttr;
import org.verbena.QpType;
import org.verbena.RxHashConf;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvQpInitAttr;
import org.verbena.libibverbs.abi.IbvQpInitAttrEx;
import org.verbena.libibverbs.abi.IbvQpOpenAttr;
import org.verbena.libibverbs.abi.IbvRxHashConf;
import org.verbena.libibverbs.abi.Struct;

/** Requests for queue pairs. {@code qp_context} stays NULL: the user's object lives in Java. */
public final class QpRequests {
    private QpRequests() {}

    /**
     * The request of the plain call.
     *
     * @param frame where it is allocated
     * @param attr the request
     * @return {@code struct ibv_qp_init_attr}
     */
    public static Struct plain(Frame frame, QpInitAttr attr) {
        return common(frame.struct(IbvQpInitAttr.SIZE), attr);
    }

    /**
     * The request of the extended call.
     *
     * @param frame where it is allocated
     * @param attr the request
     * @return {@code struct ibv_qp_init_attr_ex}
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
     * The request for a further handle of an XRC target.
     *
     * @param frame where it is allocated
     * @param attr the request
     * @return {@code struct ibv_qp_open_attr}
     */
    public static Struct open(Frame frame, QpOpenAttr attr) {
        return frame.struct(IbvQpOpenAttr.SIZE)
                .put(IbvQpOpenAttr.COMP_MASK, attr.compMask().mask())
                .put(IbvQpOpenAttr.QP_NUM, attr.qpNum())
                .put(IbvQpOpenAttr.XRCD, pointerOf(attr.xrcd()))
                .put(IbvQpOpenAttr.QP_TYPE, attr.qpTypeCode());
    }

    private static Struct common(Struct struct, QpInitAttr attr) {
        Caps.write(struct.inner(IbvQpInitAttr.CAP), attr.cap());
        return struct.put(IbvQpInitAttr.SEND_CQ, namesSendCq(attr) ? pointerOf(attr.sendCq()) : 0)
                .put(IbvQpInitAttr.RECV_CQ, namesRecvCq(attr) ? pointerOf(attr.recvCq()) : 0)
                .put(IbvQpInitAttr.SRQ, pointerOf(attr.srq()))
                .put(IbvQpInitAttr.QP_TYPE, attr.qpTypeCode())
                .put(IbvQpInitAttr.SQ_SIG_ALL, attr.sqSigAll() ? 1 : 0);
    }

    // The kernel counts uses of the objects that libibverbs names to it (ibv_icmd_create_qp), and lets any other be
    // destroyed first. But drivers remember what they were given, and follow it in ibv_destroy_qp (mlx5_destroy_qp,
    // mlx4_destroy_qp): here they are given no other.

    /**
     * Returns whether the request names the completion queue of sends.
     *
     * @param attr the request of the application
     * @return whether the driver gets it
     */
    public static boolean namesSendCq(QpInitAttr attr) {
        return !isTarget(attr)
                && !(attr.compMask().contains(QpInitAttrMask.IND_TABLE)
                        && attr.cap().maxSendWr() == 0);
    }

    /**
     * Returns whether the request names the completion queue of receives.
     *
     * @param attr the request of the application
     * @return whether the driver gets it
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
