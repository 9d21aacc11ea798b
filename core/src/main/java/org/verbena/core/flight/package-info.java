// SPDX-License-Identifier: Apache-2.0
/**
 * Events of handles for the JDK Flight Recorder. Only {@link org.verbena.core.flight.JfrSink} and its entries depend on
 * {@code jdk.jfr}. In a run-time image without that module, events are discarded.
 */
@NullMarked
package org.verbena.core.flight;

import org.jspecify.annotations.NullMarked;
