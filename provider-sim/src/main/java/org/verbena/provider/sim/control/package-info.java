// SPDX-License-Identifier: Apache-2.0
/**
 * The control path: objects, their numbers, use counts and states. A {@link org.verbena.spi.model.DriverModel} decides
 * which requests a driver grants or rejects. The transfer of messages between queue pairs is in the transport package.
 */
@NullMarked
package org.verbena.provider.sim.control;

import org.jspecify.annotations.NullMarked;
