/**
 * What a provider implements: one small interface for each verbs object, without any lifecycle or argument checking.
 * {@link org.verbena.spi.handle} turns these into the objects that an application sees, the same way for every
 * provider.
 */
@NullMarked
@Export
@Version("0.1.0")
package org.verbena.spi.driver;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
