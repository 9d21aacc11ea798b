// SPDX-License-Identifier: Apache-2.0
/**
 * Connection management: the objects of {@link org.verbena.cm} on a driver of {@link org.verbena.spi.cm}. It creates
 * queue pairs through the public API and changes their state, as librdmacm does for its own.
 */
@NullMarked
package org.verbena.core.cm;

import org.jspecify.annotations.NullMarked;
