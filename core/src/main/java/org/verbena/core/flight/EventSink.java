// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.flight;

/** The destination of events. */
interface EventSink {
    /** The Flight Recorder if this JVM has one, otherwise a sink that discards all events. */
    EventSink OF_THIS_JVM = find();

    boolean isEnabled(FlightEvent event);

    FlightEntry begin(FlightEvent event);

    private static EventSink find() {
        try {
            return JfrSink.isAvailable() ? new JfrSink() : new NoSink();
        } catch (NoClassDefFoundError e) {
            // The run-time image lacks the module jdk.jfr, or the bundle's optional import of jdk.jfr is not resolved.
            return new NoSink();
        }
    }
}
