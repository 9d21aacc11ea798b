// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;

/**
 * The memory that a window makes accessible: {@code struct ibv_mw_bind_info}.
 *
 * @param mr the region that contains the memory; it requires {@link AccessFlag#MW_BIND}
 * @param addr the address of the first byte
 * @param length the number of bytes, unsigned 64 bits; 0 unbinds the window
 * @param access the access flags for peers
 */
public record MwBindInfo(MemoryRegion mr, long addr, long length, Flags<AccessFlag> access) {}
