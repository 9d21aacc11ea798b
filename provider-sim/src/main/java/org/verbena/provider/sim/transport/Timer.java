// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/** An action that runs at a set time. */
abstract class Timer {
    /** The index of a timer that is not set. */
    static final int IDLE = -1;

    long deadline;
    long sequence;
    int index = IDLE;

    final boolean isSet() {
        return index != IDLE;
    }

    /** Runs the action. It may set the timer again. */
    abstract void expire();
}
