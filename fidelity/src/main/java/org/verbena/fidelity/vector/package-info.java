/**
 * Recorded answers: a vector is a request with what a driver made of it, one JSON
 * object a line in a file. They are put to a model or to a device, and compared. Values here are immutable and safe for
 * use by several threads.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.fidelity.vector;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
