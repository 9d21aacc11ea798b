// SPDX-License-Identifier: Apache-2.0
/** Reads, judges and shows the measurements. */
@NullMarked
package org.verbena.bench.report;

import org.jspecify.annotations.NullMarked;
