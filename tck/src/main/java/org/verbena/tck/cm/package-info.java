// SPDX-License-Identifier: Apache-2.0
/** Behaviours of connection management. */
@NullMarked
package org.verbena.tck.cm;

import org.jspecify.annotations.NullMarked;
