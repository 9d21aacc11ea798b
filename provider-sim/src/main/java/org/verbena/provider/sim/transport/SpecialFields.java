package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;

/** Fields of send work requests that few operations have: they would fill the caches of all others. */
final class SpecialFields {
    long compareAdd;
    long swap;

    @Nullable
    WindowBinding binding;

    int placement;
    int selectivity;
    int segmentSize;
    int headerLength;

    /** What is not written with every request that reads it. */
    void clear() {
        binding = null;
        headerLength = 0;
    }
}
