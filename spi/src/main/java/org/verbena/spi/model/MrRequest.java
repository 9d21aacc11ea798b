// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;

/**
 * A request for a memory region, for {@code ibv_reg_mr(3)}.
 *
 * @param address the address of the first byte
 * @param length the number of bytes, unsigned
 * @param access the access flags
 */
public record MrRequest(long address, long length, Flags<AccessFlag> access) {}
