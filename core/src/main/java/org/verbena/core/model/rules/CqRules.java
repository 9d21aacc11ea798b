// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import org.verbena.CqInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.WcFlag;
import org.verbena.spi.model.CqRequest;

/** The checks of completion queue requests that several drivers share. */
public final class CqRules {
    /** {@code IBV_WC_STANDARD_FLAGS} of infiniband/verbs.h: the fields of a plain {@code struct ibv_wc}. */
    public static final Flags<WcFlag> STANDARD_WC_FLAGS = Flags.of(
            WcFlag.BYTE_LEN, WcFlag.IMM, WcFlag.QP_NUM, WcFlag.SRC_QP, WcFlag.SLID, WcFlag.SL, WcFlag.DLID_PATH_BITS);

    private static final Flags<CqInitAttr.Mask> FIELDS = Flags.of(CqInitAttr.Mask.FLAGS, CqInitAttr.Mask.PD);

    private CqRules() {}

    /**
     * Requires a number of entries from 1 to {@code max}; otherwise fails with EINVAL.
     *
     * @param cqe {@code cqe}, signed as in C
     * @param max the largest permitted number
     * @param rules receives the violations and supplies their source
     */
    public static void entries(int cqe, long max, Checklist.Rules rules) {
        atLeastOne(cqe, rules);
        rules.atMost("cqe", cqe, max);
    }

    /**
     * Requires at least one entry; otherwise fails with EINVAL.
     *
     * @param cqe {@code cqe}, signed as in C
     * @param rules receives the violation and supplies its source
     */
    public static void atLeastOne(int cqe, Checklist.Rules rules) {
        rules.require(cqe > 0, "cqe", cqe, "at least 1", "a completion queue requires entries");
    }

    /** Checks {@code comp_mask} for a library that supports parent domains. An unknown field fails with EOPNOTSUPP. */
    public static void fields(CqRequest request, Checklist.Rules rules) {
        rules.supportOnly("comp_mask", request.compMask(), FIELDS, "the library supports no other field");
    }

    /**
     * Requires a request without parent domain; otherwise fails with EINVAL. Verbena does not create parent domains, so
     * the given domain is not one.
     */
    public static void noParentDomain(CqRequest request, Checklist.Rules rules) {
        rules.require(
                !request.compMask().contains(CqInitAttr.Mask.PD),
                "comp_mask",
                request.compMask(),
                "without PD",
                "PD requires a parent domain");
    }

    /**
     * Requires a request without IGNORE_OVERRUN; otherwise fails with EOPNOTSUPP. For drivers that reject all flags in
     * the kernel: libibverbs passes only this one to it (ibv_icmd_create_cq_ex).
     *
     * @param driver the name of the driver
     */
    public static void noFlags(CqRequest request, String driver, Checklist.Rules rules) {
        rules.support(
                !request.effectiveFlags().contains(CqCreateFlag.IGNORE_OVERRUN),
                "flags",
                request.effectiveFlags(),
                "without IGNORE_OVERRUN",
                driver + " has no flags");
    }
}
