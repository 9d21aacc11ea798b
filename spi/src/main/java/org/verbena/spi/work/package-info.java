// SPDX-License-Identifier: Apache-2.0
/**
 * The memory layout of work requests and completions. Every provider uses the C layout. Native providers pass the
 * address to C unchanged, and the simulator reads the same bytes. Numbers are in the byte order of the processor,
 * except where C declares {@code __be32}.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.spi.work;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
