// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import static org.verbena.libibverbs.marshal.Pointed.pointerOf;

import org.verbena.QpInitAttr;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.QpStructs.IbvQpInitAttr;
import org.verbena.libibverbs.abi.QpStructs.IbvQpInitAttrEx;
import org.verbena.libibverbs.abi.QpStructs.IbvQpOpenAttr;
import org.verbena.libibverbs.abi.QpStructs.IbvRxHashConf;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverQp;
import org.verbena.spi.model.QpRequest;

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
     * @param init the request
     * @return the {@code struct ibv_qp_init_attr}
     */
    public static Struct plain(Frame frame, DriverQp.Init init) {
        return common(frame.struct(IbvQpInitAttr.SIZE), init);
    }

    /**
     * Writes the request of the extended create call.
     *
     * @param frame the frame that allocates the struct
     * @param init the request
     * @return the {@code struct ibv_qp_init_attr_ex}
     */
    public static Struct extended(Frame frame, DriverQp.Init init) {
        QpRequest request = init.request();
        Struct struct = common(frame.struct(IbvQpInitAttrEx.SIZE), init)
                .put(IbvQpInitAttrEx.COMP_MASK, request.compMask().mask())
                .put(IbvQpInitAttrEx.PD, isTarget(init) ? 0 : pointerOf(init.pd()))
                .put(IbvQpInitAttrEx.XRCD, pointerOf(init.xrcd()))
                .put(IbvQpInitAttrEx.CREATE_FLAGS, request.createFlags().mask())
                .put(IbvQpInitAttrEx.MAX_TSO_HEADER, request.maxTsoHeader())
                .put(IbvQpInitAttrEx.RWQ_IND_TBL, pointerOf(init.rwqIndTbl()))
                .put(IbvQpInitAttrEx.SOURCE_QPN, request.sourceQpn())
                .put(IbvQpInitAttrEx.SEND_OPS_FLAGS, request.sendOps().mask());
        request.rxHash().ifPresent(hash -> write(frame, struct.inner(IbvQpInitAttrEx.RX_HASH_CONF), hash));
        return struct;
    }

    /**
     * Writes the request for another handle of an XRC target.
     *
     * @param frame the frame that allocates the struct
     * @param open the request
     * @return the {@code struct ibv_qp_open_attr}
     */
    public static Struct open(Frame frame, DriverQp.Open open) {
        return frame.struct(IbvQpOpenAttr.SIZE)
                .put(IbvQpOpenAttr.COMP_MASK, open.request().compMask().mask())
                .put(IbvQpOpenAttr.QP_NUM, open.qpNum())
                .put(IbvQpOpenAttr.XRCD, pointerOf(open.xrcd()))
                .put(IbvQpOpenAttr.QP_TYPE, open.request().qpTypeCode());
    }

    private static Struct common(Struct struct, DriverQp.Init init) {
        CapMarshal.write(struct.inner(IbvQpInitAttr.CAP), init.request().cap());
        return struct.put(IbvQpInitAttr.SEND_CQ, namesSendCq(init) ? pointerOf(init.sendCq()) : 0)
                .put(IbvQpInitAttr.RECV_CQ, namesRecvCq(init) ? pointerOf(init.recvCq()) : 0)
                .put(IbvQpInitAttr.SRQ, pointerOf(init.srq()))
                .put(IbvQpInitAttr.QP_TYPE, init.request().qpTypeCode())
                .put(IbvQpInitAttr.SQ_SIG_ALL, init.sqSigAll() ? 1 : 0);
    }

    // The kernel counts references only to the objects that libibverbs passes to it (ibv_icmd_create_qp). All other
    // objects can be destroyed before the queue pair. Drivers, however, store the pointers of the request and
    // dereference them in ibv_destroy_qp (mlx5_destroy_qp, mlx4_destroy_qp). So the request contains only objects that
    // libibverbs passes to the kernel.

    /**
     * Returns whether the request to the driver contains the completion queue for sends.
     *
     * @param init the request
     * @return whether the driver receives the queue
     */
    public static boolean namesSendCq(DriverQp.Init init) {
        QpRequest request = init.request();
        return !isTarget(init)
                && !(request.has(QpInitAttr.Mask.IND_TABLE) && request.cap().maxSendWr() == 0);
    }

    /**
     * Returns whether the request to the driver contains the completion queue for receives.
     *
     * @param init the request
     * @return whether the driver receives the queue
     */
    public static boolean namesRecvCq(DriverQp.Init init) {
        return !isTarget(init) && !init.request().is(QpType.XRC_SEND);
    }

    private static boolean isTarget(DriverQp.Init init) {
        return init.request().is(QpType.XRC_RECV);
    }

    private static void write(Frame frame, Struct struct, RxHashConf hash) {
        byte[] key = hash.key();
        struct.put(IbvRxHashConf.RX_HASH_FUNCTION, hash.function().mask())
                .put(IbvRxHashConf.RX_HASH_KEY_LEN, key.length)
                .put(IbvRxHashConf.RX_HASH_KEY, frame.bytes(key))
                .put(IbvRxHashConf.RX_HASH_FIELDS_MASK, hash.fields().mask());
    }
}
