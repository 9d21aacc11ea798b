// SPDX-License-Identifier: Apache-2.0
/** Random requests that every provider must survive. */
@NullMarked
package org.verbena.tck.fuzz;

import org.jspecify.annotations.NullMarked;
