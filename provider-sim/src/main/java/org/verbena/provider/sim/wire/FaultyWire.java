package org.verbena.provider.sim.wire;

import org.verbena.AhAttr;
import org.verbena.Gid;

/** A wire on which things go wrong. */
public final class FaultyWire implements Wire {
    private final Wire wire;
    private final MessageFaults faults;

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
        return faulty(from, wire.path(from, to));
    }

    @Override
    public Path ethernet(Port from) {
        return faulty(from, wire.ethernet(from));
    }

    private Path faulty(Port from, Path path) {
        return message -> faults.pass(from, message, path);
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
