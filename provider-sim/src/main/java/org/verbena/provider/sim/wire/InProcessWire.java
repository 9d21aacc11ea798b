// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;

/**
 * A wire that connects the ports of one process. It delivers a message before {@link Path#send} returns, and loses
 * none.
 */
public final class InProcessWire implements Wire {
    private static final int MAC_LENGTH = 6;
    private static final long GROUP_BIT = 0x0100_0000_0000L;

    private final Map<Gid, Port> byGid = new HashMap<>();
    private final Map<Integer, Port> byLid = new HashMap<>();
    private final Map<Long, Port> byMac = new HashMap<>();
    private final List<Port> ports = new ArrayList<>();
    private final Map<Gid, List<Port>> groups = new HashMap<>();

    /** Creates a wire without ports. */
    public InProcessWire() {}

    @Override
    public void attach(Port port) {
        ports.add(port);
        port.gids().forEach(gid -> byGid.put(gid, port));
        byLid.put(port.lid(), port);
        byMac.put(port.mac(), port);
    }

    @Override
    public Path path(Port from, Route route) {
        GlobalRoute global = route.grh();
        if (global != null && global.dgid().isMulticast()) {
            return new ToGroup(this, from, global.dgid());
        }
        Port port = global != null ? byGid.get(global.dgid()) : byLid.get(route.dlid());
        return port == null ? Path.NONE : new Direct(from, port);
    }

    private void toGroup(Port from, Gid gid, WireMessage message) {
        List<Port> members = groups.get(gid);
        if (from.isUp() && members != null) {
            // A receiver may leave the group while it handles the message.
            for (Port member : List.copyOf(members)) {
                member.receive(message);
            }
        }
    }

    @Override
    public Path ethernet(Port from) {
        return new Frames(from);
    }

    @Override
    public void join(Port port, Gid group) {
        groups.computeIfAbsent(group, gid -> new ArrayList<>()).add(port);
    }

    @Override
    public void leave(Port port, Gid group) {
        List<Port> members = groups.get(group);
        if (members != null) {
            members.remove(port);
        }
    }

    /** A path to all members of a multicast group. */
    private static final class ToGroup extends PathKey {
        private final InProcessWire wire;
        private final Gid group;

        ToGroup(InProcessWire wire, Port from, Gid group) {
            super(from, group);
            this.wire = wire;
            this.group = group;
        }

        @Override
        public void send(WireMessage message) {
            wire.toGroup(from, group, message);
        }
    }

    private static final class Direct extends PathKey {
        private final Port to;

        Direct(Port from, Port to) {
            super(from, to);
            this.to = to;
        }

        @Override
        public void send(WireMessage message) {
            if (from.isUp()) {
                to.receive(message);
            }
        }
    }

    /** The path of the Ethernet frames of one port. */
    private final class Frames implements Path {
        private final Port from;
        private final byte[] address = new byte[MAC_LENGTH];

        Frames(Port from) {
            this.from = from;
        }

        @Override
        public void send(WireMessage message) {
            if (!from.isUp() || message.payload.read(0, address) < MAC_LENGTH) {
                return;
            }
            long mac = 0;
            for (byte part : address) {
                mac = mac << Byte.SIZE | Byte.toUnsignedLong(part);
            }
            if ((mac & GROUP_BIT) != 0) {
                ports.forEach(port -> port.receive(message));
                return;
            }
            @Nullable Port owner = byMac.get(mac);
            (owner == null ? from : owner).receive(message);
        }
    }
}
