/**
 * Driver models: they decide which requests a driver grants and which it refuses. The package has a
 * {@link org.verbena.spi.model.DriverModel} for each driver, the shared state tables, and the values of requests and
 * results. Requests contain no handles, so a model can be applied to objects that do not exist. All public types are
 * immutable and thread-safe.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.model;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
