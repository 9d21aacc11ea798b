package org.verbena.provider.sim.wire;

import org.verbena.attr.Gid;

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
     */
    void join(Port port, Gid group);

    /**
     * Removes a port from a multicast group.
     *
     * @param port the port
     * @param group the group's GID
     */
    void leave(Port port, Gid group);
}
