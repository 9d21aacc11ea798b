package org.verbena.spi.handle;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The gates of everything in a context that posts what objects are carried by. */
final class SendGates {
    private final Set<Gate> gates = ConcurrentHashMap.newKeySet();

    void add(Gate gate) {
        gates.add(gate);
    }

    void remove(Gate gate) {
        gates.remove(gate);
    }

    /** Waits for the posts that are under way; those that come look whether what they carry is usable. */
    void awaitCalls() {
        gates.forEach(Gate::awaitCall);
    }
}
