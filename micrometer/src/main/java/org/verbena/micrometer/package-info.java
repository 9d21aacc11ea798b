// SPDX-License-Identifier: Apache-2.0
/**
 * Metrics for Micrometer: {@link org.verbena.micrometer.VerbsMetrics} binds the open handles, the counters of the data
 * path and the counters of ports to a registry.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.micrometer;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
