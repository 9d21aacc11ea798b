/**
 * What is alive, for the people who run a system: which handles exist, who made them and since when.
 *
 * <p>{@link org.verbena.spi.observe.Inventory} tells it of all device contexts that are open in this JVM, whichever
 * provider they are of. The handles of {@link org.verbena.spi.handle} are in it by themselves.
 * {@link org.verbena.spi.observe.HandlesMXBean} shows it to management consoles, where somebody asks for that.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.observe;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
