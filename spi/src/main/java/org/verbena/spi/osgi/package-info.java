// SPDX-License-Identifier: Apache-2.0
/**
 * Support for registering a provider as an OSGi service. No class of this package is loaded outside an OSGi framework.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.osgi;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
