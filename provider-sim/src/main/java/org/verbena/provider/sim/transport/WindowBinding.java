package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.Region;
import org.verbena.provider.sim.memory.Window;

/**
 * What a bind is about.
 *
 * @param window the window
 * @param oldKey the key that it has to have
 * @param newKey the key that it gets, of which the low 8 bits count
 * @param region the region that it is to show
 * @param address the first byte
 * @param length number of bytes
 * @param access what is allowed, flags of {@link org.verbena.AccessFlag}
 */
public record WindowBinding(
        Window window, int oldKey, int newKey, @Nullable Region region, long address, long length, int access) {}
