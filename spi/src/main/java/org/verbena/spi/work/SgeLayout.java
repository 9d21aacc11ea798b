// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.work;

/**
 * Field offsets of a scatter/gather element, {@code struct ibv_sge}, on 64-bit Linux; the same on all architectures.
 */
public final class SgeLayout {
    /** Offset of {@code uint64_t addr}. */
    public static final int ADDR = 0;

    /** Offset of {@code uint32_t length}. */
    public static final int LENGTH = 8;

    /** Offset of {@code uint32_t lkey}. */
    public static final int LKEY = 12;

    /** Size of the struct in bytes. */
    public static final int SIZE = 16;

    private SgeLayout() {}
}
