// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.verbena.attr.WqFlag.CVLAN_STRIPPING;
import static org.verbena.attr.WqFlag.DELAY_DROP;
import static org.verbena.attr.WqFlag.PCI_WRITE_END_PADDING;
import static org.verbena.attr.WqFlag.SCATTER_FCS;
import static org.verbena.attr.WqState.ERR;
import static org.verbena.attr.WqState.RDY;
import static org.verbena.attr.WqState.RESET;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.verbena.WqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/**
 * The checks of libibverbs and the kernel's core on work queues and indirection tables. They apply to every driver that
 * has these objects.
 */
public final class WqRules {
    /** The flags that the manual page and libibverbs define. */
    public static final Flags<WqFlag> KNOWN_FLAGS =
            Flags.of(CVLAN_STRIPPING, SCATTER_FCS, DELAY_DROP, PCI_WRITE_END_PADDING);

    private static final Flags<WqAttr.Mask> ALL_CHANGES =
            Flags.of(WqAttr.Mask.STATE, WqAttr.Mask.CURR_STATE, WqAttr.Mask.FLAGS);
    /**
     * The state machine of work queues. The kernel's core does not check it. mlx4 checks it in {@code
     * mlx4_ib_modify_wq}; mlx5 leaves the check to its firmware. A work queue in ERR can leave it only through RESET,
     * and RESET does not lead to ERR.
     */
    private static final Map<WqState, Set<WqState>> CHANGES = Map.of(
            RESET, EnumSet.of(RESET, RDY),
            RDY, EnumSet.of(RESET, RDY, ERR),
            ERR, EnumSet.of(RESET, ERR));

    private static final int MAX_LOG_TABLE_SIZE = 13;

    private WqRules() {}

    /**
     * Checks a request for {@code ibv_create_wq(3)} (cmd_wq.c: ibv_icmd_create_wq; uverbs_std_types_wq.c:
     * UVERBS_METHOD_WQ_CREATE).
     */
    public static void create(WqRequest request, Checklist checks) {
        checks.from("rdma-core libibverbs/cmd_wq.c: ibv_icmd_create_wq")
                .requireOnly(
                        "comp_mask",
                        request.compMask(),
                        Flags.of(WqInitAttr.Mask.FLAGS),
                        "libibverbs supports no other field")
                .supportOnly(
                        "create_flags", request.effectiveFlags(), KNOWN_FLAGS, "libibverbs supports no other flag");
        checks.from("Linux drivers/infiniband/core/uverbs_std_types_wq.c: UVERBS_METHOD_WQ_CREATE")
                .require(
                        request.wqTypeCode() == WqType.RQ.value(),
                        "wq_type",
                        request.wqTypeCode(),
                        WqType.RQ,
                        "a work queue can only receive");
    }

    /**
     * Checks the mask and the states of a change for {@code ibv_modify_wq(3)} (cmd_wq.c: ibv_cmd_modify_wq;
     * uverbs_cmd.c: ib_uverbs_ex_modify_wq). It does not check the transition.
     */
    public static void modify(WqChange change, Checklist checks) {
        WqAttr attr = change.attr();
        Flags<WqAttr.Mask> mask = attr.attrMask();
        Checklist.Rules library = checks.from("rdma-core libibverbs/cmd_wq.c: ibv_cmd_modify_wq");
        library.requireOnly("attr_mask", mask, ALL_CHANGES, "libibverbs supports no other attribute");
        if (mask.contains(WqAttr.Mask.FLAGS)) {
            library.supportOnly("flags_mask", attr.flagsMask(), KNOWN_FLAGS, "libibverbs supports no other flag");
        }
        Checklist.Rules core = checks.from("Linux drivers/infiniband/core/uverbs_cmd.c: ib_uverbs_ex_modify_wq");
        core.require(!mask.isEmpty(), "attr_mask", mask, "not empty", "the mask must name an attribute");
        if (mask.contains(WqAttr.Mask.CURR_STATE)) {
            known(core, "curr_wq_state", attr.currWqState(), attr.currWqStateCode());
        }
        if (mask.contains(WqAttr.Mask.STATE)) {
            known(core, "wq_state", attr.wqState(), attr.wqStateCode());
        }
    }

    /**
     * Checks the transition itself, which the core leaves to the drivers. A transition that the state machine does
     * not contain fails with EINVAL.
     *
     * @param change the request
     * @param checks receives the violations
     * @param source the file and function of the driver
     */
    public static void transition(WqChange change, Checklist checks, String source) {
        WqAttr attr = change.attr();
        WqState from = change.now();
        Checklist.Rules rules = checks.from(source);
        if (attr.attrMask().contains(WqAttr.Mask.CURR_STATE)) {
            rules.require(
                    attr.currWqState() == from,
                    "curr_wq_state",
                    attr.currWqState(),
                    from,
                    "the work queue is in another state");
        }
        WqState to = next(change);
        rules.require(
                nextStates(from).contains(to),
                "wq_state",
                to,
                nextStates(from),
                () -> "there is no such change from " + from);
    }

    /**
     * Returns the states that can follow a state.
     *
     * @param from the state before
     * @return the states afterwards, possibly none
     */
    public static Set<WqState> nextStates(WqState from) {
        return CHANGES.getOrDefault(from, Set.of());
    }

    /** Returns the requested state, default the actual state. */
    public static WqState next(WqChange change) {
        return change.attr().attrMask().contains(WqAttr.Mask.STATE)
                ? change.attr().wqState()
                : change.now();
    }

    /**
     * Checks a request for {@code ibv_create_rwq_ind_table(3)} (cmd.c: ibv_cmd_create_rwq_ind_table; uverbs_cmd.c:
     * ib_uverbs_ex_create_rwq_ind_table). A table has at most 2<sup>13</sup> entries.
     */
    public static void indTable(RwqIndTableRequest request, Checklist checks) {
        checks.from("rdma-core libibverbs/cmd.c: ibv_cmd_create_rwq_ind_table")
                .require(request.compMask() == 0, "comp_mask", request.compMask(), 0, "libibverbs supports no field");
        checks.from("Linux drivers/infiniband/core/uverbs_cmd.c: ib_uverbs_ex_create_rwq_ind_table")
                .atMost("log_ind_tbl_size", request.logIndTblSize(), MAX_LOG_TABLE_SIZE);
    }

    /**
     * Checks that the device supports the size of the table; otherwise fails with EINVAL.
     *
     * @param request the request
     * @param limits the limits of the device
     * @param checks receives the violation
     * @param source the file and function of the driver that makes this check
     */
    public static void indTableSize(RwqIndTableRequest request, Limits limits, Checklist checks, String source) {
        long maxSize = limits.report("rss_caps.max_rwq_indirection_table_size");
        checks.from(source)
                .require(
                        1L << request.logIndTblSize() <= maxSize,
                        "log_ind_tbl_size",
                        request.logIndTblSize(),
                        "a table of at most " + maxSize,
                        "the device supports no more");
    }

    private static void known(Checklist.Rules rules, String attribute, WqState state, int code) {
        rules.require(state != WqState.UNKNOWN, attribute, code, "0..2", "the kernel supports no other state");
    }
}
