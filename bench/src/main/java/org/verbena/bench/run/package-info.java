// SPDX-License-Identifier: Apache-2.0
/** Starts the measured processes. */
@NullMarked
package org.verbena.bench.run;

import org.jspecify.annotations.NullMarked;
