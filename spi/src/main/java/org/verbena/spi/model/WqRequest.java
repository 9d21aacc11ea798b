// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.WqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.WqFlag;

/**
 * A request for a work queue, for {@code ibv_create_wq(3)}.
 *
 * @param wqTypeCode {@code wq_type}, as in C
 * @param maxWr {@code max_wr}
 * @param maxSge {@code max_sge}
 * @param createFlags {@code create_flags}
 * @param compMask {@code comp_mask}
 */
public record WqRequest(
        int wqTypeCode, long maxWr, long maxSge, Flags<WqFlag> createFlags, Flags<WqInitAttr.Mask> compMask) {
    /**
     * Creates a request.
     *
     * @param attr the attributes that the application requests
     * @return the request
     */
    public static WqRequest of(WqInitAttr attr) {
        return new WqRequest(attr.wqTypeCode(), attr.maxWr(), attr.maxSge(), attr.createFlags(), attr.compMask());
    }

    /** {@return the effective flags, {@code create_flags}, none unless {@code comp_mask} names the field} */
    public Flags<WqFlag> effectiveFlags() {
        return compMask.contains(WqInitAttr.Mask.FLAGS) ? createFlags : Flags.none(WqFlag.class);
    }
}
