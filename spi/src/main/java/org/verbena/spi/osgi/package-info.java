/** What makes a provider an OSGi service. Nothing of it is loaded outside a framework. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.osgi;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
