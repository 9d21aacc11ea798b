// SPDX-License-Identifier: Apache-2.0
/** The conformance kit: behaviours that every provider must show, as JUnit tests. Start with {@link ConformanceKit}. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.tck;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
