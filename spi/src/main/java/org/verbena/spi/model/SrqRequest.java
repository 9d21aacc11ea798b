// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.SrqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;

/**
 * A request for a shared receive queue.
 *
 * @param extended whether the call is {@code ibv_create_srq_ex(3)}; otherwise it is {@code ibv_create_srq(3)}
 * @param attr {@code max_wr}, {@code max_sge} and {@code srq_limit}
 * @param srqTypeCode {@code srq_type}, as in C
 * @param compMask {@code comp_mask}; {@link SrqInitAttr.Mask#PD} for the plain call
 * @param tmCap {@code tm_cap}
 */
public record SrqRequest(
        boolean extended, SrqAttr attr, int srqTypeCode, Flags<SrqInitAttr.Mask> compMask, TmCap tmCap) {
    private static final TmCap NO_TAGS = new TmCap(0, 0);

    /**
     * Creates a request for {@code ibv_create_srq(3)}.
     *
     * @param attr the capabilities
     * @return the request
     */
    public static SrqRequest plain(SrqAttr attr) {
        return new SrqRequest(false, attr, SrqType.BASIC.value(), Flags.of(SrqInitAttr.Mask.PD), NO_TAGS);
    }

    /**
     * Creates a request for {@code ibv_create_srq_ex(3)}.
     *
     * @param attr the attributes that the application requests
     * @return the request
     */
    public static SrqRequest extended(SrqInitAttr attr) {
        return new SrqRequest(
                true,
                attr.attr(),
                attr.srqTypeCode(),
                attr.compMask(),
                attr.tmCap().orElse(NO_TAGS));
    }

    /** Returns the effective type: BASIC unless {@code comp_mask} names the field. */
    public int effectiveType() {
        return compMask.contains(SrqInitAttr.Mask.TYPE) ? srqTypeCode : SrqType.BASIC.value();
    }

    /** Returns the name of the effective type for messages, or its number if it is unknown. */
    public String typeName() {
        SrqType type = SrqType.of(effectiveType());
        return type == SrqType.UNKNOWN ? Integer.toString(effectiveType()) : type.name();
    }
}
