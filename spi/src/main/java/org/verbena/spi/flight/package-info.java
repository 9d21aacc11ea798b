/**
 * What happens to handles, as events of the JDK's Flight Recorder. Only {@link org.verbena.spi.flight.JfrSink} and its
 * entries know {@code jdk.jfr}; in a run-time image without it there is nothing to record to.
 */
@NullMarked
package org.verbena.spi.flight;

import org.jspecify.annotations.NullMarked;
