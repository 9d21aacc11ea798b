/**
 * Work requests and completions as they lie in memory. Every provider uses C's layout: native ones hand the address to
 * C as it is, the simulator reads the same bytes. Numbers are in the processor's byte order except where C says
 * {@code __be32}.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.work;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
