// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

import java.util.Map;
import org.verbena.attr.Gid;

/** A wire in front of another one. Ports and groups belong to the other wire; a subclass changes the paths. */
public abstract class ForwardingWire implements Wire {
    /** The other wire. */
    protected final Wire wire;

    /**
     * Creates a wire in front of another one.
     *
     * @param wire the other wire
     */
    protected ForwardingWire(Wire wire) {
        this.wire = wire;
    }

    @Override
    public final void attach(Port port) {
        wire.attach(port);
    }

    @Override
    public final void join(Port port, Gid group) {
        wire.join(port, group);
    }

    @Override
    public final void leave(Port port, Gid group) {
        wire.leave(port, group);
    }

    @Override
    public final Map<String, Long> counters() {
        return wire.counters();
    }

    @Override
    public final void dropped(DropReason reason) {
        wire.dropped(reason);
    }
}
