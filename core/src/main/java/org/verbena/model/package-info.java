/** The driver models of Verbena, and the choice of the model of a device. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.model;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
