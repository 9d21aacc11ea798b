// SPDX-License-Identifier: Apache-2.0
/**
 * Streams of bytes over queue pairs: connections of {@link org.verbena.channels.rsocket} with their device resources,
 * and the threads that wait for their events. The package knows nothing of channels.
 */
@NullMarked
package org.verbena.channels.stream;

import org.jspecify.annotations.NullMarked;
