// SPDX-License-Identifier: Apache-2.0
/** Support for behaviours of the data path: connected queue pairs, their memory, and waits for completions. */
@NullMarked
package org.verbena.tck.traffic;

import org.jspecify.annotations.NullMarked;
