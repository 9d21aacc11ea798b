// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * The options of enhanced connection establishment: {@code struct ibv_ece}.
 *
 * @param vendorId {@code vendor_id}, 0..4294967295, of which 24 bits are transmitted; 0 for none
 * @param options {@code options}, 0..4294967295, in the terms of the vendor
 */
public record Ece(long vendorId, long options) implements StructRecord {
    private static final String STRUCT = "ibv_ece";

    /** No options. */
    public static final Ece NONE = new Ece(0, 0);

    /**
     * Creates options and checks their ranges.
     *
     * @param vendorId {@code vendor_id}
     * @param options {@code options}
     * @throws InvalidRequestException if a value does not fit into its C field
     */
    public Ece {
        Attr.uint32(STRUCT, "vendor_id", vendorId);
        Attr.uint32(STRUCT, "options", options);
    }
}
