// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.util.List;

/**
 * A class of behaviours of connection management. Their methods take a {@link org.verbena.tck.fixture.CmFixture}
 * instead of a {@link org.verbena.tck.fixture.Fixture}. They all need connection management, in addition to their own
 * needs.
 */
public interface ConnectionBehaviours {
    /**
     * Returns the capabilities that all behaviours of the class need. By default, these are reliable connections.
     *
     * @return the capabilities
     */
    default List<Capability> needs() {
        return List.of(Capability.RC);
    }
}
