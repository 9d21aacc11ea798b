// SPDX-License-Identifier: Apache-2.0
/** Defines the measurements and their goals. */
@NullMarked
package org.verbena.bench.plan;

import org.jspecify.annotations.NullMarked;
