// SPDX-License-Identifier: Apache-2.0
/**
 * Soak tests: many connections transfer messages of all kinds and break at random. No message may be lost or
 * duplicated.
 */
@NullMarked
package org.verbena.tck.soak;

import org.jspecify.annotations.NullMarked;
