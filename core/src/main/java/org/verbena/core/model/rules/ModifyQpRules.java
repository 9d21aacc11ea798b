// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.verbena.attr.QpAttr.Mask.ALT_PATH;
import static org.verbena.attr.QpAttr.Mask.AV;
import static org.verbena.attr.QpAttr.Mask.CAP;
import static org.verbena.attr.QpAttr.Mask.CUR_STATE;
import static org.verbena.attr.QpAttr.Mask.MAX_DEST_RD_ATOMIC;
import static org.verbena.attr.QpAttr.Mask.MAX_QP_RD_ATOMIC;
import static org.verbena.attr.QpAttr.Mask.MIN_RNR_TIMER;
import static org.verbena.attr.QpAttr.Mask.PORT;
import static org.verbena.attr.QpAttr.Mask.RETRY_CNT;
import static org.verbena.attr.QpAttr.Mask.RNR_RETRY;
import static org.verbena.attr.QpAttr.Mask.STATE;

import java.util.function.Supplier;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;

/**
 * The checks of libibverbs and the kernel's core on a queue pair change, and the attributes that result from a change.
 */
public final class ModifyQpRules {
    /** The attributes of the InfiniBand specification. Rate limits are newer and use a separate command. */
    public static final Flags<QpAttr.Mask> STANDARD = Flags.ofMask(QpAttr.Mask.class, (1L << 21) - 1);

    /** The attributes that a query can name. Some of these bits have no meaning and are not checked. */
    private static final Flags<QpAttr.Mask> BELOW_RATE_LIMIT =
            Flags.ofMask(QpAttr.Mask.class, QpAttr.Mask.RATE_LIMIT.mask() - 1);

    /** Packet sequence numbers have 24 bits; higher bits are dropped silently. */
    private static final long PSN_MASK = 0xFF_FFFF;

    /** Timers are codes of five bits; retry counters have three bits. */
    private static final int MAX_TIMER = 31;

    private static final int MAX_RETRIES = 7;
    private static final Flags<AccessFlag> REMOTE_ACCESS =
            Flags.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);

    private static final String UVERBS = "Linux drivers/infiniband/core/uverbs_cmd.c: modify_qp";

    private ModifyQpRules() {}

    /**
     * Checks the mask for a driver without the extended command. libibverbs rejects all other attributes with
     * EOPNOTSUPP.
     */
    public static void standardOnly(QpChange change, Checklist checks) {
        checks.from("rdma-core libibverbs/cmd.c: ibv_cmd_modify_qp")
                .supportOnly("attr_mask", change.attr().attrMask(), STANDARD, "the command carries no other attribute");
    }

    /**
     * Checks the mask of a query (cmd.c: ibv_cmd_query_qp). An attribute beyond the response fails with EOPNOTSUPP.
     * libibverbs applies this rule to every driver.
     */
    public static void query(QpQueryRequest request, Checklist checks) {
        checks.from("rdma-core libibverbs/cmd.c: ibv_cmd_query_qp")
                .supportOnly(
                        "attr_mask", request.wanted(), BELOW_RATE_LIMIT, "the response contains no other attribute");
    }

    /**
     * Returns the request that reaches a kernel driver. Except for INIT to RTR, the core interprets an address vector
     * as a change to its port. The core adds {@code IBV_QP_PORT} to the mask, even if the table of the driver rejects
     * it.
     */
    public static QpChange dispatched(QpChange change) {
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        if (!mask.contains(AV) || mask.contains(PORT) || asksForRtr(attr)) {
            return change;
        }
        QpAttr moved = attr.toBuilder()
                .qpStateCode(attr.qpStateCode())
                .curQpStateCode(attr.curQpStateCode())
                .portNum(attr.ahAttr().portNum())
                .attrMask(mask.with(PORT))
                .build();
        return change.withAttr(moved);
    }

    /** Returns the change for a driver that uses its own record of the state and ignores {@code cur_qp_state}. */
    public static QpChange fromOwnState(QpChange change) {
        QpAttr attr = change.attr().toBuilder()
                .qpStateCode(change.attr().qpStateCode())
                .curQpState(change.now().qpState())
                .attrMask(change.attr().attrMask())
                .build();
        return change.withAttr(attr);
    }

    /**
     * Checks the rules of all layers above the kernel driver (uverbs_cmd.c: modify_qp; verbs.c: _ib_modify_qp). A
     * violation fails with EINVAL, but an empty entry of the GID table fails with ENODATA.
     */
    public static void core(QpChange change, Limits limits, Checklist checks) {
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        Checklist.Rules rules = checks.from(UVERBS);
        if (mask.contains(PORT)) {
            ObjectRules.port(rules, "port_num", attr.portNum(), limits);
        }
        if (mask.contains(STATE)) {
            known(rules, "qp_state", attr.qpState(), attr.qpStateCode());
        }
        if (mask.contains(CUR_STATE)) {
            known(rules, "cur_qp_state", attr.curQpState(), attr.curQpStateCode());
        }
        if (mask.contains(AV)) {
            ObjectRules.addressVector("ah_attr", attr.ahAttr(), limits, checks);
            int expected = asksForRtr(attr) ? change.now().portNum() : attr.portNum();
            rules.require(
                    (!asksForRtr(attr) && !mask.contains(PORT)) || attr.ahAttr().portNum() == expected,
                    "ah_attr.port_num",
                    attr.ahAttr().portNum(),
                    expected,
                    "the path must use the port of the queue pair");
        }
        if (mask.contains(ALT_PATH)) {
            alternatePort(attr, limits, rules);
        }
        if (mask.contains(AV)) {
            ObjectRules.sourceGid("ah_attr", attr.ahAttr(), change.sourceGids(), checks);
        }
        if (mask.contains(ALT_PATH)) {
            checks.from("Linux drivers/infiniband/core/verbs.c: _ib_modify_qp")
                    .require(
                            ObjectRules.isInfiniBand(limits),
                            "alt_ah_attr",
                            "given",
                            "on InfiniBand",
                            "only InfiniBand supports path migration");
        }
    }

    private static boolean asksForRtr(QpAttr attr) {
        return attr.attrMask().contains(STATE) && attr.qpState() == QpState.RTR;
    }

    private static void alternatePort(QpAttr attr, Limits limits, Checklist.Rules rules) {
        ObjectRules.port(rules, "alt_port_num", attr.altPortNum(), limits);
        rules.require(
                attr.altAhAttr().portNum() == attr.altPortNum(),
                "alt_ah_attr.port_num",
                attr.altAhAttr().portNum(),
                attr.altPortNum(),
                "the alternate path must use the alternate port");
    }

    private static void known(Checklist.Rules rules, String attribute, QpState state, int code) {
        rules.require(state != QpState.UNKNOWN, attribute, code, "0..6", "the kernel supports no other state");
    }

    /**
     * Checks the ranges of attributes in the specification and on the device (ibv_modify_qp(3), ibv_query_device(3)). A
     * value out of range fails with EINVAL.
     */
    public static void ranges(QpChange change, Limits limits, Checklist checks) {
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = attr.attrMask();
        Checklist.Rules rules = checks.from("ibv_modify_qp(3) and ibv_query_device(3)");
        if (mask.contains(QpAttr.Mask.PATH_MTU)) {
            rules.require(
                    Mtu.of(attr.pathMtuCode()) != Mtu.UNKNOWN && attr.pathMtuCode() <= limits.report("max_mtu"),
                    "path_mtu",
                    attr.pathMtuCode(),
                    "1.." + limits.report("max_mtu"),
                    "the MTU must exist and not exceed max_mtu");
        }
        if (mask.contains(QpAttr.Mask.TIMEOUT)) {
            rules.atMost("timeout", attr.timeout(), MAX_TIMER);
        }
        if (mask.contains(MIN_RNR_TIMER)) {
            rules.atMost("min_rnr_timer", attr.minRnrTimer(), MAX_TIMER);
        }
        if (mask.contains(RETRY_CNT)) {
            rules.atMost("retry_cnt", attr.retryCnt(), MAX_RETRIES);
        }
        if (mask.contains(RNR_RETRY)) {
            rules.atMost("rnr_retry", attr.rnrRetry(), MAX_RETRIES);
        }
        deviceRanges(change, limits, rules);
    }

    /**
     * Checks the ranges that follow from the limits that the device reports. A value out of range fails with EINVAL.
     *
     * @param change the request
     * @param limits the limits of the device
     * @param rules receives the violations and supplies their source
     */
    public static void deviceRanges(QpChange change, Limits limits, Checklist.Rules rules) {
        QpAttr attr = change.attr();
        Flags<QpAttr.Mask> mask = effectiveMask(change);
        if (mask.contains(QpAttr.Mask.PKEY_INDEX)) {
            rules.atMost("pkey_index", attr.pkeyIndex(), limits.report("pkey_tbl_len") - 1);
        }
        if (mask.contains(MAX_QP_RD_ATOMIC)) {
            rules.atMost("max_rd_atomic", attr.maxRdAtomic(), limits.report("max_qp_init_rd_atom"));
        }
        if (mask.contains(MAX_DEST_RD_ATOMIC)) {
            rules.atMost("max_dest_rd_atomic", attr.maxDestRdAtomic(), limits.report("max_qp_rd_atom"));
        }
    }

    /** Checks the current state that the caller names, for drivers that verify it. Another state fails with EINVAL. */
    public static void currentState(QpChange change, Checklist.Rules rules) {
        rules.require(
                change.from() == change.now().qpState(),
                "cur_qp_state",
                change.from(),
                change.now().qpState(),
                "the queue pair is in another state");
    }

    /** Rejects a change to SQD with EINVAL, for drivers whose hardware cannot drain a send queue. */
    public static void noDrain(QpChange change, Checklist.Rules rules) {
        rules.require(
                change.to() != QpState.SQD,
                "qp_state",
                change.to(),
                "another state",
                "the driver has no command that drains a send queue");
    }

    /**
     * Checks the state table, as most kernel drivers do (verbs.c: ib_modify_qp_is_ok). A transition or an attribute
     * that the table does not permit fails with EINVAL.
     */
    public static void table(QpChange change, Checklist checks) {
        Flags<QpAttr.Mask> mask = effectiveMask(change);
        QpState from = change.from();
        QpState to = change.to();
        QpStateTable.TransitionCheck check = QpStateTable.check(change.qpTypeCode(), from, to, mask);
        Supplier<String> step = () -> from + " to " + to + " of " + QpRequest.typeName(change.qpTypeCode());
        checks.from("Linux drivers/infiniband/core/verbs.c: ib_modify_qp_is_ok")
                .require(
                        check.exists(),
                        "qp_state",
                        to,
                        "a next state of " + from,
                        () -> "there is no change of state " + step.get())
                .require(
                        check.missing().isEmpty(),
                        "attr_mask",
                        mask,
                        "with " + check.missing(),
                        () -> "the change of state " + step.get() + " requires these attributes")
                .require(
                        check.unexpected().isEmpty(),
                        "attr_mask",
                        mask,
                        "without " + check.unexpected(),
                        () -> "the change of state " + step.get() + " does not take these attributes");
    }

    /** Returns the mask without the attributes that the core drops for the other half of an XRC connection. */
    public static Flags<QpAttr.Mask> effectiveMask(QpChange change) {
        Flags<QpAttr.Mask> mask = change.attr().attrMask();
        if (change.qpTypeCode() == QpType.XRC_SEND.value()) {
            return mask.without(MAX_DEST_RD_ATOMIC).without(MIN_RNR_TIMER);
        }
        if (change.qpTypeCode() == QpType.XRC_RECV.value()) {
            return mask.without(MAX_QP_RD_ATOMIC).without(RETRY_CNT).without(RNR_RETRY);
        }
        return mask;
    }

    /** Returns the attributes after a change: new values for the attributes of the mask, and the resulting state. */
    public static QpAttr.Builder applied(QpChange change) {
        Flags<QpAttr.Mask> mask = effectiveMask(change);
        Pick pick = new Pick(change.now(), change.attr(), mask);
        QpAttr alternate = pick.of(ALT_PATH);
        return QpAttr.builder()
                .qpStateCode(change.to().value())
                .curQpStateCode(change.to().value())
                .pathMtuCode(pick.of(QpAttr.Mask.PATH_MTU).pathMtuCode())
                .pathMigStateCode(pick.of(QpAttr.Mask.PATH_MIG_STATE).pathMigStateCode())
                .qkey(pick.of(QpAttr.Mask.QKEY).qkey())
                .rqPsn(pick.of(QpAttr.Mask.RQ_PSN).rqPsn() & PSN_MASK)
                .sqPsn(pick.of(QpAttr.Mask.SQ_PSN).sqPsn() & PSN_MASK)
                .destQpNum(pick.of(QpAttr.Mask.DEST_QPN).destQpNum())
                .qpAccessFlags(pick.of(QpAttr.Mask.ACCESS_FLAGS).qpAccessFlags())
                .cap(pick.of(CAP).cap())
                .sqDraining(change.now().sqDraining())
                .ahAttr(pick.of(AV).ahAttr())
                .altAhAttr(alternate.altAhAttr())
                .altPkeyIndex(alternate.altPkeyIndex())
                .altPortNum(alternate.altPortNum())
                .altTimeout(alternate.altTimeout())
                .pkeyIndex(pick.of(QpAttr.Mask.PKEY_INDEX).pkeyIndex())
                .enSqdAsyncNotify(pick.of(QpAttr.Mask.EN_SQD_ASYNC_NOTIFY).enSqdAsyncNotify())
                .maxRdAtomic(pick.of(MAX_QP_RD_ATOMIC).maxRdAtomic())
                .maxDestRdAtomic(pick.of(MAX_DEST_RD_ATOMIC).maxDestRdAtomic())
                .minRnrTimer(pick.of(MIN_RNR_TIMER).minRnrTimer())
                .portNum(pick.of(PORT).portNum())
                .timeout(pick.of(QpAttr.Mask.TIMEOUT).timeout())
                .retryCnt(pick.of(RETRY_CNT).retryCnt())
                .rnrRetry(pick.of(RNR_RETRY).rnrRetry())
                .rateLimit(pick.of(QpAttr.Mask.RATE_LIMIT).rateLimit());
    }

    /**
     * Returns the attributes after a change on a device that resets all attributes in RESET.
     *
     * @param change the request
     * @param fresh the attributes of a new queue pair, see {@link org.verbena.spi.model.DriverModel#newQpAttr}
     * @return the attributes
     */
    public static QpAttr appliedForgetting(QpChange change, QpAttr fresh) {
        return change.to() == QpState.RESET ? fresh : applied(change).build();
    }

    /**
     * Returns the attributes for a query on hardware that counts reads and atomics in powers of two. A responder
     * without resources for reads and atomics permits only remote writes.
     */
    public static QpAttr.Builder asHardwareKeeps(QpAttr now) {
        long access = now.maxDestRdAtomic() == 0 ? AccessFlag.REMOTE_WRITE.mask() : REMOTE_ACCESS.mask();
        return carried(now)
                .qpAccessFlags(
                        Flags.ofMask(AccessFlag.class, now.qpAccessFlags().mask() & access))
                .maxRdAtomic((int) Pow2.roundUp(now.maxRdAtomic()))
                .maxDestRdAtomic((int) Pow2.roundUp(now.maxDestRdAtomic()));
    }

    /**
     * Returns the attributes that the response of a query contains (ibv_cmd_query_qp). The two missing attributes are
     * read as zeroes.
     */
    public static QpAttr.Builder carried(QpAttr now) {
        return now.toBuilder()
                .curQpStateCode(now.curQpStateCode())
                .enSqdAsyncNotify(0)
                .rateLimit(0);
    }

    /** Selects between the previous attributes and those of the request. */
    private record Pick(QpAttr now, QpAttr wanted, Flags<QpAttr.Mask> mask) {
        QpAttr of(QpAttr.Mask attribute) {
            return mask.contains(attribute) ? wanted : now;
        }
    }
}
