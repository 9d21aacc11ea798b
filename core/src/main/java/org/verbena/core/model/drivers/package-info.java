// SPDX-License-Identifier: Apache-2.0
/**
 * The driver models, one for each driver or generation of a driver. A model calls the rules of
 * {@link org.verbena.core.model.rules} in the order of the driver. It adds the rules of that driver.
 */
@NullMarked
package org.verbena.core.model.drivers;

import org.jspecify.annotations.NullMarked;
