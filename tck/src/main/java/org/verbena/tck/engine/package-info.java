// SPDX-License-Identifier: Apache-2.0
/** Turns behaviours into tests, with missing capabilities, declared deviations and counts. */
@NullMarked
package org.verbena.tck.engine;

import org.jspecify.annotations.NullMarked;
