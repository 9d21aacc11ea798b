// SPDX-License-Identifier: Apache-2.0
/**
 * The interfaces that a provider implements: one small interface for each verbs object, without lifecycle or argument
 * checks. The module {@code org.verbena.core} wraps them into the objects that an application uses, in the same way for
 * every provider. A method with a default implementation belongs to a verb that a driver may lack. The default fails
 * with EOPNOTSUPP, returns an empty result or does nothing. For a device in software,
 * {@link org.verbena.spi.ModelledContext}, {@link org.verbena.spi.ModelledQp} and
 * {@link org.verbena.spi.CountedObject} take the role of the kernel.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
