// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.CqInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.WcFlag;

/**
 * A request for a completion queue.
 *
 * @param extended whether the call is {@code ibv_create_cq_ex(3)}; otherwise it is {@code ibv_create_cq(3)}
 * @param cqe {@code cqe}, signed as in C
 * @param compVector {@code comp_vector}, signed as in C
 * @param wcFlags {@code wc_flags}
 * @param flags {@code flags}
 * @param compMask {@code comp_mask}
 */
public record CqRequest(
        boolean extended,
        int cqe,
        int compVector,
        Flags<WcFlag> wcFlags,
        Flags<CqCreateFlag> flags,
        Flags<CqInitAttr.Mask> compMask) {
    /**
     * Creates a request for {@code ibv_create_cq(3)}.
     *
     * @param cqe the number of entries
     * @param compVector the completion vector
     * @return the request
     */
    public static CqRequest plain(int cqe, int compVector) {
        return new CqRequest(
                false,
                cqe,
                compVector,
                Flags.none(WcFlag.class),
                Flags.none(CqCreateFlag.class),
                Flags.none(CqInitAttr.Mask.class));
    }

    /**
     * Creates a request for {@code ibv_create_cq_ex(3)}.
     *
     * @param attr the attributes that the application requests
     * @return the request
     */
    public static CqRequest extended(CqInitAttr attr) {
        return new CqRequest(true, attr.cqe(), attr.compVector(), attr.wcFlags(), attr.flags(), attr.compMask());
    }

    /** Returns the effective flags: none unless {@code comp_mask} names the field. */
    public Flags<CqCreateFlag> effectiveFlags() {
        return compMask.contains(CqInitAttr.Mask.FLAGS) ? flags : Flags.none(CqCreateFlag.class);
    }
}
