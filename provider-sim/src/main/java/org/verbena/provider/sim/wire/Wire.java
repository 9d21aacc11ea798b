// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

import java.util.Map;
import org.verbena.attr.Gid;
import org.verbena.error.VerbsException;

/** A wire, which connects ports. */
public interface Wire {
    /**
     * Connects a port to this wire.
     *
     * @param port the port
     */
    void attach(Port port);

    /**
     * Returns the path of a connection or of datagrams. The destination need not exist.
     *
     * @param from the source port
     * @param route the addresses of the source and of the destination
     * @return the path, equal to every other path between the same places
     */
    Path path(Port from, Route route);

    /**
     * Returns a path for a single message, which the wire does not keep: a peer may have chosen the destination.
     *
     * @param from the source port
     * @param route the addresses of the source and of the destination
     * @return the path
     */
    default Path singlePath(Port from, Route route) {
        return path(from, route);
    }

    /**
     * Returns the path of Ethernet frames. The header of each frame determines its destination: the port with the
     * destination address, or every port for a multicast address. A frame returns to its own port if no port has the
     * address.
     *
     * @param from the source port
     * @return the path
     */
    Path ethernet(Port from);

    /**
     * Adds a port to a multicast group.
     *
     * @param port the port
     * @param group the group's GID
     * @throws VerbsException if the network does not have the group
     */
    void join(Port port, Gid group);

    /**
     * Removes a port from a multicast group.
     *
     * @param port the port
     * @param group the group's GID
     */
    void leave(Port port, Gid group);

    /**
     * Returns the counters of this wire.
     *
     * @return the numbers by name; empty if this wire does not count
     */
    default Map<String, Long> counters() {
        return Map.of();
    }

    /**
     * Counts a message that a device drops after it has received it. The call has no effect if this wire does not
     * count.
     *
     * @param reason the reason
     */
    default void dropped(DropReason reason) {}
}
