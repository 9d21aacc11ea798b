// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

/** A path in front of another one, with the limits of the other path. */
public interface ForwardingPath extends Path {
    /** {@return the other path} */
    Path path();

    @Override
    default int window() {
        return path().window();
    }

    @Override
    default boolean isReady() {
        return path().isReady();
    }

    @Override
    default void whenReady(Runnable action) {
        path().whenReady(action);
    }
}
