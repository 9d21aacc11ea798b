/**
 * Brings two queue pairs together, in one process or across hosts. It stands on the public contract alone, so that it
 * works with every provider, and two different ones at its ends.
 */
@NullMarked
@Export
@Version("0.1.0")
package org.verbena.connect;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
