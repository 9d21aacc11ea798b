package org.verbena.fidelity.walk;

import org.osgi.annotation.versioning.ConsumerType;

/** Is told how a random walk gets on. Its methods are called in the thread that walks. */
@ConsumerType
public interface WalkObserver {
    /** Observes nothing. */
    WalkObserver NONE = new WalkObserver() {};

    /**
     * Both sides get fresh contexts.
     *
     * @param seed what the following steps depend on
     * @param taken how many steps have been taken before
     */
    default void begins(long seed, long taken) {}

    /**
     * A step is about to be taken. After a crash of the process, the steps since the last {@link #begins} are what led
     * to it.
     *
     * @param step its text, as {@link RandomWalk#replay} reads it
     */
    default void takes(String step) {}

    /**
     * A difference has been found that the same steps did not show a second time. It does not count.
     *
     * @param seed what the steps depend on
     * @param difference what differed
     */
    default void differsOnce(long seed, String difference) {}

    /**
     * A difference has been found and shrunk.
     *
     * @param reproducer the text of its {@link Reproducer}
     */
    default void differs(String reproducer) {}
}
