package org.verbena.spi.flight;

/** Where events go. */
interface EventSink {
    /** The Flight Recorder, where this JVM has one. */
    EventSink OF_THIS_JVM = find();

    boolean isEnabled(FlightEvent event);

    FlightEntry begin(FlightEvent event);

    private static EventSink find() {
        try {
            return JfrSink.isAvailable() ? new JfrSink() : new NoSink();
        } catch (NoClassDefFoundError e) {
            // No module jdk.jfr in this run-time image, or a bundle whose optional import of it was not resolved.
            return new NoSink();
        }
    }
}
