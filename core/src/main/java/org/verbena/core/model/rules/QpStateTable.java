// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.verbena.attr.QpAttr.Mask.ACCESS_FLAGS;
import static org.verbena.attr.QpAttr.Mask.ALT_PATH;
import static org.verbena.attr.QpAttr.Mask.AV;
import static org.verbena.attr.QpAttr.Mask.CUR_STATE;
import static org.verbena.attr.QpAttr.Mask.DEST_QPN;
import static org.verbena.attr.QpAttr.Mask.EN_SQD_ASYNC_NOTIFY;
import static org.verbena.attr.QpAttr.Mask.MAX_DEST_RD_ATOMIC;
import static org.verbena.attr.QpAttr.Mask.MAX_QP_RD_ATOMIC;
import static org.verbena.attr.QpAttr.Mask.MIN_RNR_TIMER;
import static org.verbena.attr.QpAttr.Mask.PATH_MIG_STATE;
import static org.verbena.attr.QpAttr.Mask.PATH_MTU;
import static org.verbena.attr.QpAttr.Mask.PKEY_INDEX;
import static org.verbena.attr.QpAttr.Mask.PORT;
import static org.verbena.attr.QpAttr.Mask.QKEY;
import static org.verbena.attr.QpAttr.Mask.RATE_LIMIT;
import static org.verbena.attr.QpAttr.Mask.RETRY_CNT;
import static org.verbena.attr.QpAttr.Mask.RNR_RETRY;
import static org.verbena.attr.QpAttr.Mask.RQ_PSN;
import static org.verbena.attr.QpAttr.Mask.SQ_PSN;
import static org.verbena.attr.QpAttr.Mask.TIMEOUT;
import static org.verbena.attr.QpState.ERR;
import static org.verbena.attr.QpState.INIT;
import static org.verbena.attr.QpState.RESET;
import static org.verbena.attr.QpState.RTR;
import static org.verbena.attr.QpState.RTS;
import static org.verbena.attr.QpState.SQD;
import static org.verbena.attr.QpState.SQE;
import static org.verbena.core.model.rules.QpStateTable.Service.GSI;
import static org.verbena.core.model.rules.QpStateTable.Service.RAW_PACKET;
import static org.verbena.core.model.rules.QpStateTable.Service.RC;
import static org.verbena.core.model.rules.QpStateTable.Service.SMI;
import static org.verbena.core.model.rules.QpStateTable.Service.UC;
import static org.verbena.core.model.rules.QpStateTable.Service.UD;
import static org.verbena.core.model.rules.QpStateTable.Service.XRC_RECV;
import static org.verbena.core.model.rules.QpStateTable.Service.XRC_SEND;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;

/**
 * The state machine of queue pairs in Linux: {@code qp_state_table} and {@code ib_modify_qp_is_ok} of
 * drivers/infiniband/core/verbs.c.
 */
public final class QpStateTable {
    /** The columns of the table. Only the kernel itself uses SMI and GSI. */
    enum Service {
        SMI(0),
        GSI(1),
        RC(QpType.RC),
        UC(QpType.UC),
        UD(QpType.UD),
        RAW_PACKET(QpType.RAW_PACKET),
        XRC_SEND(QpType.XRC_SEND),
        XRC_RECV(QpType.XRC_RECV);

        private final int code;

        Service(int code) {
            this.code = code;
        }

        Service(QpType type) {
            this(type.value());
        }
    }

    /** The required and optional attributes of a transition, for some services. */
    private record Row(
            QpState from, QpState to, Set<Service> services, Set<QpAttr.Mask> required, Set<QpAttr.Mask> optional) {}

    /** All transitions. They are the same for every service. */
    private static final Map<QpState, Set<QpState>> CHANGES = Map.of(
            RESET, Set.of(RESET, INIT),
            INIT, Set.of(RESET, INIT, RTR, ERR),
            RTR, Set.of(RESET, RTS, ERR),
            RTS, Set.of(RESET, RTS, SQD, ERR),
            SQD, Set.of(RESET, RTS, SQD, ERR),
            SQE, Set.of(RESET, RTS, ERR),
            ERR, Set.of(RESET, ERR));

    private static final Set<Service> CONNECTED = Set.of(RC, UC, XRC_SEND, XRC_RECV);
    private static final Set<Service> DATAGRAM = Set.of(UD, SMI, GSI);
    private static final Set<Service> NOT_RAW = Set.of(RC, UC, UD, XRC_SEND, XRC_RECV, SMI, GSI);

    /** A transition without a row takes no attributes. */
    private static final List<Row> ROWS = List.of(
            required(RESET, INIT, CONNECTED, PKEY_INDEX, PORT, ACCESS_FLAGS),
            required(RESET, INIT, Set.of(UD), PKEY_INDEX, PORT, QKEY),
            required(RESET, INIT, Set.of(SMI, GSI), PKEY_INDEX, QKEY),
            required(RESET, INIT, Set.of(RAW_PACKET), PORT),
            optional(INIT, INIT, CONNECTED, PKEY_INDEX, PORT, ACCESS_FLAGS),
            optional(INIT, INIT, Set.of(UD), PKEY_INDEX, PORT, QKEY),
            optional(INIT, INIT, Set.of(SMI, GSI), PKEY_INDEX, QKEY),
            required(INIT, RTR, CONNECTED, AV, PATH_MTU, DEST_QPN, RQ_PSN),
            required(INIT, RTR, Set.of(RC, XRC_RECV), MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER),
            optional(INIT, RTR, CONNECTED, ALT_PATH, ACCESS_FLAGS, PKEY_INDEX),
            optional(INIT, RTR, DATAGRAM, PKEY_INDEX, QKEY),
            required(RTR, RTS, NOT_RAW, SQ_PSN),
            required(RTR, RTS, Set.of(RC, XRC_SEND), TIMEOUT, RETRY_CNT, RNR_RETRY, MAX_QP_RD_ATOMIC),
            required(RTR, RTS, Set.of(XRC_RECV), TIMEOUT),
            optional(RTR, RTS, CONNECTED, CUR_STATE, ALT_PATH, ACCESS_FLAGS, PATH_MIG_STATE),
            optional(RTR, RTS, Set.of(RC, XRC_RECV), MIN_RNR_TIMER),
            optional(RTR, RTS, DATAGRAM, CUR_STATE, QKEY),
            optional(RTR, RTS, Set.of(RAW_PACKET), RATE_LIMIT),
            optional(RTS, RTS, CONNECTED, CUR_STATE, ACCESS_FLAGS, ALT_PATH, PATH_MIG_STATE),
            optional(RTS, RTS, Set.of(RC, XRC_RECV), MIN_RNR_TIMER),
            optional(RTS, RTS, DATAGRAM, CUR_STATE, QKEY),
            optional(RTS, RTS, Set.of(RAW_PACKET), RATE_LIMIT),
            optional(RTS, SQD, NOT_RAW, EN_SQD_ASYNC_NOTIFY),
            optional(SQD, RTS, CONNECTED, CUR_STATE, ALT_PATH, ACCESS_FLAGS, PATH_MIG_STATE),
            optional(SQD, RTS, Set.of(RC, XRC_RECV), MIN_RNR_TIMER),
            optional(SQD, RTS, DATAGRAM, CUR_STATE, QKEY),
            optional(SQD, SQD, CONNECTED, AV, ALT_PATH, ACCESS_FLAGS, PKEY_INDEX, PATH_MIG_STATE),
            optional(SQD, SQD, Set.of(RC, XRC_SEND, XRC_RECV), PORT, TIMEOUT),
            optional(SQD, SQD, Set.of(RC, XRC_SEND), RETRY_CNT, RNR_RETRY, MAX_QP_RD_ATOMIC),
            optional(SQD, SQD, Set.of(RC, XRC_RECV), MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER),
            optional(SQD, SQD, DATAGRAM, PKEY_INDEX, QKEY),
            optional(SQE, RTS, Set.of(UC), CUR_STATE, ACCESS_FLAGS),
            optional(SQE, RTS, DATAGRAM, CUR_STATE, QKEY));

    private QpStateTable() {}

    /**
     * The result of checking a transition and its attributes.
     *
     * @param exists whether the state table contains the transition
     * @param missing the required attributes that the mask lacks
     * @param unexpected the attributes of the mask that the transition does not take
     */
    public record TransitionCheck(boolean exists, Flags<QpAttr.Mask> missing, Flags<QpAttr.Mask> unexpected) {
        /**
         * {@return whether the transition is allowed; true if the transition exists and no attribute is missing or
         * unexpected}
         */
        public boolean isAllowed() {
            return exists && missing.isEmpty() && unexpected.isEmpty();
        }
    }

    /**
     * Checks a transition.
     *
     * @param qpTypeCode the type of the queue pair, as in C; a type without a column takes no attributes
     * @param from the state before
     * @param to the state afterwards
     * @param mask the given attributes; {@link QpAttr.Mask#STATE} is always permitted and never required
     * @return the result of the check
     */
    public static TransitionCheck check(int qpTypeCode, QpState from, QpState to, Flags<QpAttr.Mask> mask) {
        Flags<QpAttr.Mask> required = Flags.none(QpAttr.Mask.class);
        Flags<QpAttr.Mask> taken = Flags.of(QpAttr.Mask.STATE);
        for (Row row : rows(qpTypeCode, from, to)) {
            required = union(required, row.required());
            taken = union(union(taken, row.required()), row.optional());
        }
        return new TransitionCheck(
                CHANGES.getOrDefault(from, Set.of()).contains(to), minus(required, mask), minus(mask, taken));
    }

    /**
     * Returns the shortest path from one state to another. No path leads to SQE: only an error of a running send queue
     * does.
     *
     * @param from the initial state
     * @param to the final state
     * @return the states after {@code from}, of which the last is {@code to}; empty if no path exists
     */
    public static Optional<List<QpState>> way(QpState from, QpState to) {
        Set<QpState> seen = EnumSet.of(from);
        Deque<List<QpState>> ways = new ArrayDeque<>(List.of(List.of()));
        while (!ways.isEmpty()) {
            List<QpState> way = ways.remove();
            QpState last = way.isEmpty() ? from : way.get(way.size() - 1);
            if (last == to) {
                return Optional.of(way);
            }
            CHANGES.getOrDefault(last, Set.of()).stream()
                    .filter(seen::add)
                    .map(next -> Stream.concat(way.stream(), Stream.of(next)).toList())
                    .forEach(ways::add);
        }
        return Optional.empty();
    }

    private static List<Row> rows(int qpTypeCode, QpState from, QpState to) {
        return ROWS.stream()
                .filter(row -> row.from() == from && row.to() == to)
                .filter(row -> row.services().stream().anyMatch(service -> service.code == qpTypeCode))
                .toList();
    }

    private static Flags<QpAttr.Mask> union(Flags<QpAttr.Mask> flags, Set<QpAttr.Mask> others) {
        Flags<QpAttr.Mask> all = flags;
        for (QpAttr.Mask flag : others) {
            all = all.with(flag);
        }
        return all;
    }

    private static Flags<QpAttr.Mask> minus(Flags<QpAttr.Mask> flags, Flags<QpAttr.Mask> others) {
        return Flags.ofMask(QpAttr.Mask.class, flags.mask() & ~others.mask());
    }

    private static Row required(QpState from, QpState to, Set<Service> services, QpAttr.Mask... attributes) {
        return new Row(from, to, services, Set.of(attributes), Set.of());
    }

    private static Row optional(QpState from, QpState to, Set<Service> services, QpAttr.Mask... attributes) {
        return new Row(from, to, services, Set.of(), Set.of(attributes));
    }
}
