// SPDX-License-Identifier: Apache-2.0
/** Contains the ends of the benchmarks between two JVMs on the loopback interface. */
@NullMarked
package org.verbena.bench.network;

import org.jspecify.annotations.NullMarked;
