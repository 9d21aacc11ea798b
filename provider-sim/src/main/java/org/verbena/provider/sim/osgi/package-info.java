// SPDX-License-Identifier: Apache-2.0
/** The simulator as an OSGi service. */
@NullMarked
package org.verbena.provider.sim.osgi;

import org.jspecify.annotations.NullMarked;
