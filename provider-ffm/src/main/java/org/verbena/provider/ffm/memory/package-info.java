// SPDX-License-Identifier: Apache-2.0
/** Registration of {@link java.lang.foreign.MemorySegment}s with the protection domain of any provider. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.provider.ffm.memory;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
