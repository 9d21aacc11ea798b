// SPDX-License-Identifier: Apache-2.0
/** The calls to C that a native provider supplies: functions, memory, and the lookup of symbols. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.libibverbs.call;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
