/**
 * Events of handles for the JDK Flight Recorder. Only {@link org.verbena.spi.flight.JfrSink} and its entries depend on
 * {@code jdk.jfr}. In a run-time image without that module, events are discarded.
 */
@NullMarked
package org.verbena.spi.flight;

import org.jspecify.annotations.NullMarked;
