// SPDX-License-Identifier: Apache-2.0
/** Contains the measured programs; each runs in its own process. */
@NullMarked
package org.verbena.bench.process;

import org.jspecify.annotations.NullMarked;
