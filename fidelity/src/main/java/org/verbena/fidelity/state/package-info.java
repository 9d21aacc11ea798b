/**
 * Queue pairs of a device taken to a state that a question needs. Values here are immutable and safe for use by several
 * threads.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.fidelity.state;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
