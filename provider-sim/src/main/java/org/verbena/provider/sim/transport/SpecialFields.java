// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;

/** The fields of send work requests that only few operations have. In every request they would fill the caches. */
final class SpecialFields {
    long compareAdd;
    long swap;

    @Nullable
    WindowBinding binding;

    int placement;
    int selectivity;
    int segmentSize;
    int headerLength;

    /** Clears the fields that not every request writes before it reads them. */
    void clear() {
        binding = null;
        headerLength = 0;
    }
}
