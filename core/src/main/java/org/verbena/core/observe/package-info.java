// SPDX-License-Identifier: Apache-2.0
/**
 * An inventory of live handles for operators: which handles exist, which code created them, and when.
 *
 * <p>{@link org.verbena.core.observe.Inventory} lists the handles of all open device contexts in this JVM, regardless
 * of their provider. The handles of {@link org.verbena.core} are added automatically. {@link
 * org.verbena.core.observe.HandlesMXBean} exposes the inventory to management consoles on request. {@link
 * org.verbena.core.observe.DataPathCounters} counts posts, polls, completions and events on request.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.core.observe;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
