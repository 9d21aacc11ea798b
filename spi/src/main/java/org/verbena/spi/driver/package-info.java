/**
 * The interfaces that a provider implements: one small interface for each verbs object, without lifecycle or argument
 * checks. {@link org.verbena.spi.handle} wraps them into the objects that an application uses, in the same way for
 * every provider. A method with a default implementation belongs to a verb that a driver may lack. The default fails
 * with EOPNOTSUPP, returns an empty result or does nothing. For a device in software,
 * {@link org.verbena.spi.driver.ModelledContext}, {@link org.verbena.spi.driver.ModelledQp} and
 * {@link org.verbena.spi.driver.CountedObject} take the role of the kernel.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.driver;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
