// SPDX-License-Identifier: Apache-2.0
/** The counters of the data path. {@link org.verbena.core.observe.DataPathCounters} publishes them. */
@NullMarked
package org.verbena.core.counters;

import org.jspecify.annotations.NullMarked;
