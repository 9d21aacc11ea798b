package org.verbena.spi.flight;

/** Takes nothing. */
final class NoSink implements EventSink {
    @Override
    public boolean isEnabled(FlightEvent event) {
        return false;
    }

    @Override
    public FlightEntry begin(FlightEvent event) {
        return FlightEntry.NONE;
    }
}
