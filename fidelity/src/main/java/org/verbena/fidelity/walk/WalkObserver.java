// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import org.osgi.annotation.versioning.ConsumerType;

/** An observer of a random walk. Its methods are called on the thread that runs the walk. */
@ConsumerType
public interface WalkObserver {
    /** An observer that does nothing. */
    WalkObserver NONE = new WalkObserver() {};

    /**
     * Called when both devices get new contexts.
     *
     * @param seed the seed of the following steps
     * @param taken the number of steps so far
     */
    default void begins(long seed, long taken) {}

    /**
     * Called before a step. After a crash of the process, the steps since the last {@link #begins} reproduce it.
     *
     * @param step the text of the step, as {@link RandomWalk#replay} reads it
     */
    default void takes(String step) {}

    /**
     * Called after a difference that the same steps did not show again. It does not count.
     *
     * @param seed the seed of the steps
     * @param difference the step and the names of the differing values
     */
    default void differsOnce(long seed, String difference) {}

    /**
     * Called after a difference has been found and shrunk.
     *
     * @param reproducer the text of its {@link Reproducer}
     */
    default void differs(String reproducer) {}
}
