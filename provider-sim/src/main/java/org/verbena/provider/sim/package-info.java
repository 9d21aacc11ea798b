// SPDX-License-Identifier: Apache-2.0
/** The public API of the simulator: its provider, configuration, clock and fault injection. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.provider.sim;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
