// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.Region;
import org.verbena.provider.sim.memory.Window;

/**
 * A request to bind a window.
 *
 * @param window the window
 * @param oldKey the key that the window must have
 * @param newKey the new key of the window, of which only the low 8 bits count
 * @param region the region that the window gives access to, null if there is no such region
 * @param address the address of the first byte
 * @param length the number of bytes
 * @param access the permitted access, flags of {@link org.verbena.attr.AccessFlag}
 */
public record WindowBinding(
        Window window, int oldKey, int newKey, @Nullable Region region, long address, long length, int access) {}
