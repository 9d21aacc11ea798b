// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.util.List;

/** A class of behaviours that move data. They all need memory for work requests, in addition to their own needs. */
public interface DataPathBehaviours {
    /**
     * {@return the suffix of the ids, for a class that tests the same behaviours in several ways; before a type in
     * brackets}
     */
    default String suffix() {
        return "";
    }

    /**
     * Returns the capabilities that all behaviours of the class need. By default, these are queue pairs that can reach
     * RTS.
     *
     * @return the capabilities
     */
    default List<Capability> needs() {
        return List.of(Capability.CONNECT);
    }
}
