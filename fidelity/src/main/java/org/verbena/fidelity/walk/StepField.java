// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.MigState;
import org.verbena.attr.Mtu;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.attr.WrOpcode;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.PortSpace;

/** The fields of steps: members of C structs and arguments of calls, by their names in C. */
enum StepField {
    // Objects.
    PD(Kind.PD),
    XRCD(Kind.XRCD),
    CHANNEL(Kind.COMP_CHANNEL),
    CQ(Kind.CQ),
    SEND_CQ(Kind.CQ),
    RECV_CQ(Kind.CQ),
    SRQ(Kind.SRQ),
    QP(Kind.QP),
    WQ(Kind.WQ),
    IND_TBL(Kind.WQ),
    RWQ_IND_TBL(Kind.RWQ_IND_TABLE),
    MR(Kind.MR),
    MW(Kind.MW),
    PAIR(Kind.PAIR),
    /** The object to destroy, of any kind. */
    OBJECT((Kind) null),
    /** The region or window that provides the key of a remote address. */
    REMOTE((Kind) null),

    // A pair of queue pairs, and one end of it
    END(Notation.words("A", "B")),
    PEER_PATH_MTU(Notation.constants(Mtu.values())),
    PEER_QP_STATE(Notation.constants(QpState.values())),

    // struct ibv_send_wr and struct ibv_recv_wr; an element without a region uses an unknown key
    OPCODE(Notation.constants(WrOpcode.values())),
    SEND_FLAGS(Notation.flags(SendFlag.values())),
    SGE_1(Kind.MR),
    OFFSET_1(Notation.DECIMAL),
    LENGTH_1(Notation.DECIMAL),
    SGE_2(Kind.MR),
    OFFSET_2(Notation.DECIMAL),
    LENGTH_2(Notation.DECIMAL),
    SGE_3(Kind.MR),
    OFFSET_3(Notation.DECIMAL),
    LENGTH_3(Notation.DECIMAL),
    REMOTE_OFFSET(Notation.DECIMAL),
    IMM_DATA(Notation.DECIMAL),
    COMPARE(Notation.DECIMAL),
    SWAP(Notation.DECIMAL),
    /** Nonzero to post with the builders of {@code struct ibv_qp_ex}. */
    BUILDERS(Notation.DECIMAL),
    /** Nonzero to post together with the next work request of the same queue. */
    MORE(Notation.DECIMAL),

    // ibv_alloc_mw, struct ibv_mw_bind_info, ibv_req_notify_cq
    MW_TYPE(Notation.constants(MwType.values())),
    MW_ACCESS(Notation.flags(AccessFlag.values())),
    SOLICITED_ONLY(Notation.DECIMAL),
    /** Nonzero for an object of a second protection domain. */
    OTHER_PD(Notation.DECIMAL),

    // Several calls.
    /** The mask of a request, if it differs from the fields that the step sets. */
    COMP_MASK(Notation.flags()),
    MAX_WR(Notation.DECIMAL),
    MAX_SGE(Notation.DECIMAL),

    // struct ibv_xrcd_init_attr
    FD(Notation.DECIMAL),
    OFLAGS(Notation.flags()),

    // struct ibv_cq_init_attr_ex, ibv_resize_cq, struct ibv_moderate_cq
    CQE(Notation.DECIMAL),
    COMP_VECTOR(Notation.DECIMAL),
    WC_FLAGS(Notation.flags(WcFlag.values())),
    FLAGS(Notation.flags(CqCreateFlag.values())),
    CQ_COUNT(Notation.DECIMAL),
    CQ_PERIOD(Notation.DECIMAL),

    // struct ibv_srq_init_attr_ex
    SRQ_TYPE(Notation.constants(SrqType.values())),
    SRQ_ATTR_MASK(Notation.flags(SrqAttr.Mask.values())),
    SRQ_LIMIT(Notation.DECIMAL),
    MAX_NUM_TAGS(Notation.DECIMAL),
    MAX_OPS(Notation.DECIMAL),

    // struct ibv_qp_init_attr_ex
    QP_TYPE(Notation.constants(QpType.values())),
    MAX_SEND_WR(Notation.DECIMAL),
    MAX_RECV_WR(Notation.DECIMAL),
    MAX_SEND_SGE(Notation.DECIMAL),
    MAX_RECV_SGE(Notation.DECIMAL),
    MAX_INLINE_DATA(Notation.DECIMAL),
    SQ_SIG_ALL(Notation.DECIMAL),
    QP_CREATE_FLAGS(Notation.flags(QpCreateFlag.values())),
    MAX_TSO_HEADER(Notation.DECIMAL),
    SOURCE_QPN(Notation.DECIMAL),
    SEND_OPS_FLAGS(Notation.flags(SendOp.values())),
    RX_HASH_FUNCTION(Notation.flags(RxHashFunction.values())),
    RX_HASH_KEY_LEN(Notation.DECIMAL),
    RX_HASH_FIELDS_MASK(Notation.flags(RxHashField.values())),

    // struct ibv_qp_open_attr; QP names one by its object
    QP_NUM(Notation.DECIMAL),

    // struct ibv_qp_attr
    QP_ATTR_MASK(Notation.flags(QpAttr.Mask.values())),
    QP_STATE(Notation.constants(QpState.values())),
    CUR_QP_STATE(Notation.constants(QpState.values())),
    PATH_MTU(Notation.constants(Mtu.values())),
    PATH_MIG_STATE(Notation.constants(MigState.values())),
    QKEY(Notation.DECIMAL),
    RQ_PSN(Notation.DECIMAL),
    SQ_PSN(Notation.DECIMAL),
    DEST_QP_NUM(Notation.DECIMAL),
    QP_ACCESS_FLAGS(Notation.flags(AccessFlag.values())),
    PKEY_INDEX(Notation.DECIMAL),
    EN_SQD_ASYNC_NOTIFY(Notation.DECIMAL),
    MAX_RD_ATOMIC(Notation.DECIMAL),
    MAX_DEST_RD_ATOMIC(Notation.DECIMAL),
    MIN_RNR_TIMER(Notation.DECIMAL),
    PORT_NUM(Notation.DECIMAL),
    TIMEOUT(Notation.DECIMAL),
    RETRY_CNT(Notation.DECIMAL),
    RNR_RETRY(Notation.DECIMAL),
    ALT_PORT_NUM(Notation.DECIMAL),
    ALT_TIMEOUT(Notation.DECIMAL),
    ALT_PKEY_INDEX(Notation.DECIMAL),
    RATE_LIMIT(Notation.DECIMAL),

    // struct ibv_ah_attr; a destination GID makes it global
    DGID(Notation.gids()),
    SGID_INDEX(Notation.DECIMAL),
    HOP_LIMIT(Notation.DECIMAL),
    TRAFFIC_CLASS(Notation.DECIMAL),
    FLOW_LABEL(Notation.DECIMAL),
    DLID(Notation.DECIMAL),
    SL(Notation.DECIMAL),
    SRC_PATH_BITS(Notation.DECIMAL),
    STATIC_RATE(Notation.DECIMAL),
    AH_PORT_NUM(Notation.DECIMAL),
    ALT_AH_PORT_NUM(Notation.DECIMAL),

    // struct ibv_wq_init_attr, struct ibv_wq_attr
    WQ_TYPE(Notation.constants(WqType.values())),
    WQ_CREATE_FLAGS(Notation.flags(WqFlag.values())),
    WQ_ATTR_MASK(Notation.flags(WqAttr.Mask.values())),
    WQ_STATE(Notation.constants(WqState.values())),
    CURR_WQ_STATE(Notation.constants(WqState.values())),
    WQ_FLAGS(Notation.flags(WqFlag.values())),
    WQ_FLAGS_MASK(Notation.flags(WqFlag.values())),

    // ibv_attach_mcast, ibv_query_gid, ibv_query_pkey
    GID(Notation.gids()),
    LID(Notation.DECIMAL),
    INDEX(Notation.DECIMAL),

    // ibv_reg_mr of a buffer that exists on every device
    OFFSET(Notation.DECIMAL),
    LENGTH(Notation.DECIMAL),
    ACCESS(Notation.flags(AccessFlag.values())),

    // Connection management
    EVENT_CHANNEL(Kind.EVENT_CHANNEL),
    ID(Kind.CM_ID),
    MC(Kind.MULTICAST),
    /** Nonzero for a channel whose events wait until a step takes them. */
    HELD(Notation.DECIMAL),
    PS(Notation.constants(PortSpace.values())),
    ADDR(IpWord.NOTATION),
    PORT(Notation.DECIMAL),
    SRC_ADDR(IpWord.NOTATION),
    SRC_PORT(Notation.DECIMAL),
    DST_ADDR(IpWord.NOTATION),
    DST_PORT(Notation.DECIMAL),
    /** The identifier whose local port is the destination. */
    DST_ID(Kind.CM_ID),
    TIMEOUT_MS(Notation.DECIMAL),
    BACKLOG(Notation.DECIMAL),
    PRIVATE_DATA_LEN(Notation.DECIMAL),
    RESPONDER_RESOURCES(Notation.DECIMAL),
    INITIATOR_DEPTH(Notation.DECIMAL),
    FLOW_CONTROL(Notation.DECIMAL),
    RETRY_COUNT(Notation.DECIMAL),
    RNR_RETRY_COUNT(Notation.DECIMAL),
    USES_SRQ(Notation.DECIMAL),
    /** Nonzero for {@code rdma_reject_ece}. */
    ECE(Notation.DECIMAL),
    EVENT(Notation.constants(AsyncEventType.values())),
    OPTNAME(Notation.words("TOS", "REUSEADDR", "AFONLY", "ACK_TIMEOUT")),
    OPTVAL(Notation.DECIMAL),
    JOIN_FLAGS(Notation.constants(JoinFlag.values())),
    VENDOR_ID(Notation.DECIMAL),
    OPTIONS(Notation.DECIMAL);

    @SuppressWarnings("ImmutableEnumChecker") // a record of constants
    private final @Nullable Notation notation;

    private final @Nullable Kind kind;

    StepField(Notation notation) {
        this.notation = notation;
        this.kind = null;
    }

    StepField(@Nullable Kind kind) {
        this.notation = null;
        this.kind = kind;
    }

    /** Returns the notation of the numbers; empty for a field that names objects. */
    Optional<Notation> notation() {
        return Optional.ofNullable(notation);
    }

    /**
     * Returns the kind of object that this field names; empty for numbers and for {@link #OBJECT}, which names any
     * kind.
     */
    Optional<Kind> kind() {
        return Optional.ofNullable(kind);
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static StepField of(String word) {
        for (StepField field : values()) {
            if (field.word().equals(word)) {
                return field;
            }
        }
        throw new IllegalArgumentException("no field of any step: " + word);
    }
}
