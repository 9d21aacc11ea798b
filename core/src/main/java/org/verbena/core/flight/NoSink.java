// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.flight;

/** A sink that discards all events. */
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
