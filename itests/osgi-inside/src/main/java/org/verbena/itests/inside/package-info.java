/**
 * What tests do as a bundle. They come from outside, where other classes have these names: so what they call has parameters
 * and results of the JDK and JUnit alone.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.itests.inside;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
