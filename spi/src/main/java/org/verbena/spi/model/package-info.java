/**
 * What drivers grant and refuse, as plain functions: a {@link org.verbena.spi.model.DriverModel} for each driver, the
 * state tables that they share, and the values that go in and come out. Requests are values without handles, so that a
 * model can be asked about things that do not exist. Everything here is immutable and safe for use by several threads.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.model;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
