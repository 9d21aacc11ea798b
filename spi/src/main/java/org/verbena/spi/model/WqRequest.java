package org.verbena.spi.model;

import org.verbena.Flags;
import org.verbena.WqFlag;
import org.verbena.WqInitAttr;
import org.verbena.WqInitAttrMask;

/**
 * A request for a work queue, for {@code ibv_create_wq(3)}.
 *
 * @param wqTypeCode {@code wq_type} as C has it
 * @param maxWr {@code max_wr}
 * @param maxSge {@code max_sge}
 * @param createFlags {@code create_flags}
 * @param compMask {@code comp_mask}
 */
public record WqRequest(
        int wqTypeCode, long maxWr, long maxSge, Flags<WqFlag> createFlags, Flags<WqInitAttrMask> compMask) {
    /**
     * The plain values of a request.
     *
     * @param attr what the application asks for
     * @return the request
     */
    public static WqRequest of(WqInitAttr attr) {
        return new WqRequest(attr.wqTypeCode(), attr.maxWr(), attr.maxSge(), attr.createFlags(), attr.compMask());
    }

    /**
     * Returns the flags that count.
     *
     * @return {@code create_flags}, none unless {@code comp_mask} names them
     */
    public Flags<WqFlag> effectiveFlags() {
        return compMask.contains(WqInitAttrMask.FLAGS) ? createFlags : Flags.none(WqFlag.class);
    }
}
