package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.Region;
import org.verbena.provider.sim.memory.Window;

/** What a bind is about: the window with the key that it has to have, and what it is to show. */
record WindowBinding(
        Window window, int oldKey, int newKey, @Nullable Region region, long address, long length, int access) {}
