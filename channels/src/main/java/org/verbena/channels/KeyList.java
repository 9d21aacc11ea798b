// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.util.Arrays;

/** The keys of a channel. Reading needs no lock. */
final class KeyList {
    private static final RdmaSelectionKey[] NONE = {};

    private volatile RdmaSelectionKey[] keys = NONE;

    synchronized void add(RdmaSelectionKey key) {
        RdmaSelectionKey[] more = Arrays.copyOf(keys, keys.length + 1);
        more[keys.length] = key;
        keys = more;
    }

    synchronized void remove(RdmaSelectionKey key) {
        keys = Arrays.stream(keys).filter(other -> other != key).toArray(RdmaSelectionKey[]::new);
    }

    /** Tells the selectors that the readiness of the channel may have changed. */
    void touch() {
        for (RdmaSelectionKey key : keys) {
            key.touch();
        }
    }
}
