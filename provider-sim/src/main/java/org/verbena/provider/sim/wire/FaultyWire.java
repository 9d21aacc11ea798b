// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A wire that applies faults to messages. */
public final class FaultyWire extends ForwardingWire {
    private final MessageFaults faults;

    /** Thousands of queue pairs share a path. One object for all of them stays in the processor's cache. */
    private final Map<Faulty, Faulty> paths = new ConcurrentHashMap<>();

    /**
     * A path that applies faults. It adds few calls, so that the JIT compiler can inline the whole path of a message.
     */
    private static final class Faulty extends PathKey implements ForwardingPath {
        private final MessageFaults faults;
        private final Path path;

        Faulty(MessageFaults faults, Port from, Path path) {
            super(from, path);
            this.faults = faults;
            this.path = path;
        }

        @Override
        public void send(WireMessage message) {
            if (faults.isEmpty()) {
                path.send(message);
            } else {
                faults.pass(from, message, path);
            }
        }

        @Override
        public Path path() {
            return path;
        }
    }

    /**
     * Creates a wire that applies faults to the messages of another wire.
     *
     * @param wire the other wire
     * @param faults the faults
     */
    public FaultyWire(Wire wire, MessageFaults faults) {
        super(wire);
        this.faults = faults;
    }

    @Override
    public Path path(Port from, Route route) {
        return paths.computeIfAbsent(new Faulty(faults, from, wire.path(from, route)), path -> path);
    }

    @Override
    public Path singlePath(Port from, Route route) {
        return new Faulty(faults, from, wire.singlePath(from, route));
    }

    @Override
    public Path ethernet(Port from) {
        return new Faulty(faults, from, wire.ethernet(from));
    }
}
