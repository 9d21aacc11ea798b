/**
 * What a provider implements: one small interface for each verbs object, without any lifecycle or argument checking.
 * {@link org.verbena.spi.handle} turns these into the objects that an application sees, the same way for every
 * provider. A method with a default is for a verb that a driver may lack: the default refuses with EOPNOTSUPP, or says
 * that there is none. For a device in software, {@link org.verbena.spi.driver.ModelledContext}, {@link
 * org.verbena.spi.driver.ModelledQp} and {@link org.verbena.spi.driver.CountedObject} do what a kernel does otherwise.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.driver;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
