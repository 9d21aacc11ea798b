// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import java.util.Optional;
import java.util.OptionalInt;
import org.verbena.QpInitAttr;
import org.verbena.RwqIndTable;
import org.verbena.SharedReceiveQueue;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqType;

/**
 * A request for a queue pair.
 *
 * @param extended whether the call is {@code ibv_create_qp_ex(3)}; otherwise it is {@code ibv_create_qp(3)}
 * @param qpTypeCode {@code qp_type}, as in C
 * @param cap {@code cap}
 * @param sendCq whether {@code send_cq} is not NULL
 * @param recvCq whether {@code recv_cq} is not NULL
 * @param srq the type of {@code srq}, empty if it is NULL
 * @param compMask {@code comp_mask}; {@link QpInitAttr.Mask#PD} for the plain call
 * @param createFlags {@code create_flags}
 * @param maxTsoHeader {@code max_tso_header}
 * @param indTableLogSize {@code log_ind_tbl_size} of {@code rwq_ind_tbl}, present if {@code comp_mask} names a table
 * @param rxHash {@code rx_hash_conf}, present if {@code comp_mask} names it
 * @param sourceQpn {@code source_qpn}
 * @param sendOps {@code send_ops_flags}
 */
public record QpRequest(
        boolean extended,
        int qpTypeCode,
        QpCap cap,
        boolean sendCq,
        boolean recvCq,
        Optional<SrqType> srq,
        Flags<QpInitAttr.Mask> compMask,
        Flags<QpCreateFlag> createFlags,
        int maxTsoHeader,
        OptionalInt indTableLogSize,
        Optional<RxHashConf> rxHash,
        long sourceQpn,
        Flags<SendOp> sendOps) {
    private static final Flags<QpInitAttr.Mask> PD_ALONE = Flags.of(QpInitAttr.Mask.PD);

    /**
     * Creates a request for {@code ibv_create_qp_ex(3)}.
     *
     * @param attr the attributes that the application requests
     * @return the request
     */
    public static QpRequest extended(QpInitAttr attr) {
        Flags<QpInitAttr.Mask> mask = attr.compMask();
        return new QpRequest(
                true,
                attr.qpTypeCode(),
                attr.cap(),
                attr.sendCq().isPresent(),
                attr.recvCq().isPresent(),
                attr.srq().map(SharedReceiveQueue::srqType),
                mask,
                attr.createFlags(),
                attr.maxTsoHeader(),
                mask.contains(QpInitAttr.Mask.IND_TABLE) ? logSize(attr.rwqIndTbl()) : OptionalInt.empty(),
                mask.contains(QpInitAttr.Mask.RX_HASH) ? attr.rxHashConf() : Optional.empty(),
                attr.sourceQpn(),
                attr.sendOpsFlags());
    }

    /**
     * Creates a request for {@code ibv_create_qp(3)}, which has no extended fields.
     *
     * @param attr the attributes that the application requests
     * @return the request
     */
    public static QpRequest plain(QpInitAttr attr) {
        return extended(attr).toPlain();
    }

    /** Returns the same request without the fields of the extended call. */
    private QpRequest toPlain() {
        return new QpRequest(
                false,
                qpTypeCode,
                cap,
                sendCq,
                recvCq,
                srq,
                PD_ALONE,
                Flags.none(QpCreateFlag.class),
                0,
                OptionalInt.empty(),
                Optional.empty(),
                0,
                Flags.none(SendOp.class));
    }

    /**
     * Returns the request that reaches a driver. If {@code comp_mask} is exactly {@code IBV_QP_INIT_ATTR_PD}, the
     * inline function {@code ibv_create_qp_ex} of verbs.h uses the plain call.
     */
    public QpRequest dispatched() {
        return extended && compMask.equals(PD_ALONE) ? toPlain() : this;
    }

    /** Returns the operations for which send builders are requested, or empty if none are requested. */
    public Optional<Flags<SendOp>> builders() {
        return has(QpInitAttr.Mask.SEND_OPS_FLAGS) ? Optional.of(sendOps) : Optional.empty();
    }

    /** Returns whether {@code comp_mask} names a field. */
    public boolean has(QpInitAttr.Mask field) {
        return compMask.contains(field);
    }

    /** Returns whether {@code qp_type} is a given type. */
    public boolean is(QpType type) {
        return qpTypeCode == type.value();
    }

    /** Returns whether {@code qp_type} is one of several types. */
    public boolean isAny(QpType... types) {
        for (QpType type : types) {
            if (is(type)) {
                return true;
            }
        }
        return false;
    }

    /** {@return the effective create flags, {@code create_flags}, none unless {@code comp_mask} names the field} */
    public Flags<QpCreateFlag> effectiveCreateFlags() {
        return has(QpInitAttr.Mask.CREATE_FLAGS) ? createFlags : Flags.none(QpCreateFlag.class);
    }

    /**
     * {@return the effective maximum header size for TCP segmentation, {@code max_tso_header}, 0 unless {@code
     * comp_mask} names the field}
     */
    public int effectiveMaxTsoHeader() {
        return has(QpInitAttr.Mask.MAX_TSO_HEADER) ? maxTsoHeader : 0;
    }

    /** Returns the name of {@code qp_type}, as in {@link #typeName(int)}. */
    public String typeName() {
        return typeName(qpTypeCode);
    }

    /**
     * Returns the name of a queue pair type for messages.
     *
     * @param code {@code qp_type}, as in C
     * @return the name of the constant, for example {@code RC}; the number if the type is unknown
     */
    public static String typeName(int code) {
        QpType type = QpType.of(code);
        return type == QpType.UNKNOWN ? Integer.toString(code) : type.name();
    }

    private static OptionalInt logSize(Optional<RwqIndTable> table) {
        return table.stream()
                .mapToInt(present ->
                        Integer.numberOfTrailingZeros(present.workQueues().size()))
                .findFirst();
    }
}
