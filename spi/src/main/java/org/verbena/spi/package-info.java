/** What the authors of providers share; applications do not need it. */
@NullMarked
@Export
@Version("0.1.0")
package org.verbena.spi;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
