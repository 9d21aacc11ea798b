package org.verbena.spi.model;

import java.util.Optional;
import java.util.OptionalInt;
import org.verbena.Flags;
import org.verbena.QpCap;
import org.verbena.QpCreateFlag;
import org.verbena.QpInitAttr;
import org.verbena.QpInitAttrMask;
import org.verbena.QpType;
import org.verbena.RwqIndTable;
import org.verbena.RxHashConf;
import org.verbena.SendOp;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqType;

/**
 * A request for a queue pair.
 *
 * @param extended {@code ibv_create_qp_ex(3)} rather than {@code ibv_create_qp(3)}
 * @param qpTypeCode {@code qp_type} as C has it
 * @param cap {@code cap}
 * @param sendCq whether there is a {@code send_cq}
 * @param recvCq whether there is a {@code recv_cq}
 * @param srq the type of {@code srq}, if there is one
 * @param compMask {@code comp_mask}; of the plain call {@link QpInitAttrMask#PD}
 * @param createFlags {@code create_flags}
 * @param maxTsoHeader {@code max_tso_header}
 * @param indTableLogSize {@code log_ind_tbl_size} of {@code rwq_ind_tbl}, present if {@code comp_mask} names one
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
        Flags<QpInitAttrMask> compMask,
        Flags<QpCreateFlag> createFlags,
        int maxTsoHeader,
        OptionalInt indTableLogSize,
        Optional<RxHashConf> rxHash,
        long sourceQpn,
        Flags<SendOp> sendOps) {
    private static final Flags<QpInitAttrMask> PD_ALONE = Flags.of(QpInitAttrMask.PD);

    /**
     * The request for {@code ibv_create_qp_ex(3)}.
     *
     * @param attr what the application asks for
     * @return the request
     */
    public static QpRequest extended(QpInitAttr attr) {
        Flags<QpInitAttrMask> mask = attr.compMask();
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
                mask.contains(QpInitAttrMask.IND_TABLE) ? logSize(attr.rwqIndTbl()) : OptionalInt.empty(),
                mask.contains(QpInitAttrMask.RX_HASH) ? attr.rxHashConf() : Optional.empty(),
                attr.sourceQpn(),
                attr.sendOpsFlags());
    }

    /**
     * The request for {@code ibv_create_qp(3)}: extended fields do not exist there.
     *
     * @param attr what the application asks for
     * @return the request
     */
    public static QpRequest plain(QpInitAttr attr) {
        return extended(attr).toPlain();
    }

    /** The same without what only the extended call has. */
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
     * The request that reaches a driver: the inline {@code ibv_create_qp_ex} of verbs.h hands a {@code comp_mask} of
     * exactly {@code IBV_QP_INIT_ATTR_PD} to the plain call.
     */
    QpRequest dispatched() {
        return extended && compMask.equals(PD_ALONE) ? toPlain() : this;
    }

    /** The send operations that builders are asked for, if any are. */
    Optional<Flags<SendOp>> builders() {
        return has(QpInitAttrMask.SEND_OPS_FLAGS) ? Optional.of(sendOps) : Optional.empty();
    }

    boolean has(QpInitAttrMask field) {
        return compMask.contains(field);
    }

    boolean is(QpType type) {
        return qpTypeCode == type.value();
    }

    boolean isAny(QpType... types) {
        for (QpType type : types) {
            if (is(type)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the flags that count.
     *
     * @return {@code create_flags}, none unless {@code comp_mask} names them
     */
    public Flags<QpCreateFlag> effectiveCreateFlags() {
        return has(QpInitAttrMask.CREATE_FLAGS) ? createFlags : Flags.none(QpCreateFlag.class);
    }

    /**
     * Returns the longest header of a large send.
     *
     * @return {@code max_tso_header}, 0 unless {@code comp_mask} names it
     */
    public int effectiveMaxTsoHeader() {
        return has(QpInitAttrMask.MAX_TSO_HEADER) ? maxTsoHeader : 0;
    }

    String typeName() {
        return typeName(qpTypeCode);
    }

    static String typeName(int code) {
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
