package org.verbena.provider.sim.wire;

import org.verbena.AhAttr;
import org.verbena.Gid;

/** Connects ports. */
public interface Wire {
    /**
     * Connects a port.
     *
     * @param port the port
     */
    void attach(Port port);

    /**
     * Finds the way of a connection or of datagrams. It need not lead anywhere.
     *
     * @param from the port that it starts from
     * @param to the address: a global route if it has one, otherwise a LID
     * @return the way, equal to any other between the same places
     */
    Path path(Port from, AhAttr to);

    /**
     * Finds the way of Ethernet frames, whose headers say where they go: to the port of that address, for a group to
     * every port, and back to their own port if nobody has the address.
     *
     * @param from the port that they start from
     * @return the way
     */
    Path ethernet(Port from);

    /**
     * Has a port receive what is sent to a group.
     *
     * @param port the port
     * @param group the group's GID
     */
    void join(Port port, Gid group);

    /**
     * Ends that.
     *
     * @param port the port
     * @param group the group's GID
     */
    void leave(Port port, Gid group);
}
