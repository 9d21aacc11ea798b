// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.MemoryRegion;
import org.verbena.error.Violation;

/** Checks that a part lies in its region before a work request references it. */
final class RegionPart {
    private RegionPart() {}

    static MrHandle check(String verb, ContextHandle context, MemoryRegion mr, long offset, long length) {
        RequestChecks.present(verb, context, mr);
        RequestChecks.usable(verb, context, "mr", mr);
        RequestChecks.elementLength(verb, context, length);
        long size = mr.length();
        boolean starts = Long.compareUnsigned(offset, size) <= 0;
        if (!starts || Long.compareUnsigned(length, size - offset) > 0) {
            throw RequestChecks.refuse(
                    verb,
                    context,
                    new Violation(
                            "sge",
                            length + " bytes from " + offset,
                            "within the " + Long.toUnsignedString(size) + " bytes of " + mr,
                            "an element must lie within its region",
                            "ibv_post_send(3)"));
        }
        return (MrHandle) mr;
    }
}
