/**
 * The exceptions of the verbs, and the reasons that they contain.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.error;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
