// SPDX-License-Identifier: Apache-2.0
/** Contains the benchmarks that JMH runs. */
@NullMarked
package org.verbena.bench.jmh;

import org.jspecify.annotations.NullMarked;
