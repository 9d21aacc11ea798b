// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import org.verbena.SrqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.error.Errno;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/**
 * The checks of libibverbs on a shared receive queue request, before a driver receives it, and the checks that drivers
 * share.
 */
public final class SrqRules {
    private static final Flags<SrqInitAttr.Mask> ALL = Flags.of(
            SrqInitAttr.Mask.TYPE,
            SrqInitAttr.Mask.PD,
            SrqInitAttr.Mask.XRCD,
            SrqInitAttr.Mask.CQ,
            SrqInitAttr.Mask.TM);

    private SrqRules() {}

    /** Returns whether the inline function {@code ibv_create_srq_ex} of verbs.h uses the plain call. */
    public static boolean goesToPlain(SrqRequest request) {
        Flags<SrqInitAttr.Mask> beyond =
                request.compMask().without(SrqInitAttr.Mask.PD).without(SrqInitAttr.Mask.TYPE);
        return !request.extended()
                || (beyond.isEmpty()
                        && request.compMask().contains(SrqInitAttr.Mask.PD)
                        && request.effectiveType() == SrqType.BASIC.value());
    }

    /**
     * Checks the rules of the command layer of libibverbs (cmd_srq.c: ibv_icmd_create_srq). An unknown field fails with
     * EOPNOTSUPP; all other rules fail with EINVAL.
     */
    public static void libibverbs(SrqRequest request, Checklist checks) {
        Flags<SrqInitAttr.Mask> mask = request.compMask();
        int type = request.effectiveType();
        Checklist.Rules rules = checks.from("rdma-core libibverbs/cmd_srq.c: ibv_icmd_create_srq");
        rules.supportOnly("comp_mask", mask, ALL, "libibverbs supports no other field")
                .require(
                        mask.contains(SrqInitAttr.Mask.PD),
                        "comp_mask",
                        mask,
                        "with PD",
                        "the queue requires a protection domain")
                .require(
                        type >= SrqType.BASIC.value() && type <= SrqType.TM.value(),
                        "srq_type",
                        request.typeName(),
                        "BASIC, XRC or TM",
                        "libibverbs supports no other type");
        if (type == SrqType.XRC.value()) {
            rules.require(
                    mask.contains(SrqInitAttr.Mask.XRCD) && mask.contains(SrqInitAttr.Mask.CQ),
                    "comp_mask",
                    mask,
                    "with XRCD and CQ",
                    "an XRC queue requires its domain and a completion queue");
        }
        if (type == SrqType.TM.value()) {
            rules.require(
                            mask.contains(SrqInitAttr.Mask.CQ) && mask.contains(SrqInitAttr.Mask.TM),
                            "comp_mask",
                            mask,
                            "with CQ and TM",
                            "a tag-matching queue requires a completion queue and its limits")
                    .require(
                            request.tmCap().maxNumTags() != 0,
                            "max_num_tags",
                            request.tmCap().maxNumTags(),
                            "at least 1",
                            "a tag-matching queue requires tags");
        }
    }

    /**
     * Checks a change for drivers that do not resize the queue. Only {@code srq_limit} can change. A limit above the
     * size of the queue fails with EINVAL.
     *
     * @param change the request
     * @param resize the errno of a resize
     * @param source the file and function of the driver
     * @return the attributes afterwards, or the refusal
     */
    public static Verdict<SrqAttr> limitAlone(SrqChange change, Errno resize, String source) {
        SrqAttr now = change.now();
        boolean limited = change.mask().contains(SrqAttr.Mask.LIMIT);
        return Checklist.of(checks -> {
                    Checklist.Rules rules = checks.from(source);
                    rules.require(
                            resize,
                            !change.mask().contains(SrqAttr.Mask.MAX_WR),
                            "srq_attr_mask",
                            change.mask(),
                            "without MAX_WR",
                            "the driver does not resize shared receive queues");
                    if (limited) {
                        rules.atMost("srq_limit", change.attr().srqLimit(), now.maxWr());
                    }
                })
                .grant(() -> limited
                        ? new SrqAttr(now.maxWr(), now.maxSge(), change.attr().srqLimit())
                        : now);
    }
}
