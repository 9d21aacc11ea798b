package org.verbena.tck.engine;

import java.util.List;

/**
 * A class of behaviours that move data. Whatever they need besides, a device without memory for work requests shows none
 * of them.
 */
public interface DataPathBehaviours {
    /**
     * What the ids of the behaviours end with, for a class that shows the same in several ways.
     *
     * @return the end of the id, before a type in brackets
     */
    default String suffix() {
        return "";
    }

    /**
     * What all behaviours of the class need: if nothing else is said, queue pairs that become ready to send.
     *
     * @return the capabilities
     */
    default List<Capability> needs() {
        return List.of(Capability.CONNECT);
    }
}
