// SPDX-License-Identifier: Apache-2.0
/** Contains the command that measures Verbena and C in turn, and reports their ratios. */
@NullMarked
package org.verbena.bench;

import org.jspecify.annotations.NullMarked;
