// SPDX-License-Identifier: Apache-2.0
/** The libibverbs provider in Java. A native provider supplies only the calls to C. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.libibverbs;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
