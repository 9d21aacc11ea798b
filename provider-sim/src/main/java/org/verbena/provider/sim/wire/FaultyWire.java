package org.verbena.provider.sim.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.verbena.AhAttr;
import org.verbena.Gid;

/** A wire on which things go wrong. */
public final class FaultyWire implements Wire {
    private final Wire wire;
    private final MessageFaults faults;

    /** Thousands of queue pairs share a way: one object for all of them stays in the cache. */
    private final Map<Faulty, Faulty> ways = new ConcurrentHashMap<>();

    /** Messages pass through few calls on their way, so that compiled code can have all of it in one piece. */
    private static final class Faulty extends Way {
        private final MessageFaults faults;
        private final Path path;

        Faulty(MessageFaults faults, Port from, Path path) {
            super(from, path);
            this.faults = faults;
            this.path = path;
        }

        @Override
        public void send(Message message) {
            if (faults.isEmpty()) {
                path.send(message);
            } else {
                faults.pass(from, message, path);
            }
        }
    }

    /**
     * Lets things go wrong on a wire.
     *
     * @param wire the wire
     * @param faults what goes wrong
     */
    public FaultyWire(Wire wire, MessageFaults faults) {
        this.wire = wire;
        this.faults = faults;
    }

    @Override
    public void attach(Port port) {
        wire.attach(port);
    }

    @Override
    public Path path(Port from, AhAttr to) {
        return ways.computeIfAbsent(new Faulty(faults, from, wire.path(from, to)), way -> way);
    }

    @Override
    public Path ethernet(Port from) {
        return new Faulty(faults, from, wire.ethernet(from));
    }

    @Override
    public void join(Port port, Gid group) {
        wire.join(port, group);
    }

    @Override
    public void leave(Port port, Gid group) {
        wire.leave(port, group);
    }
}
