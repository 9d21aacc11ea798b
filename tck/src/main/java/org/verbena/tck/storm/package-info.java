// SPDX-License-Identifier: Apache-2.0
/** Handle storms: many threads create, use and close shared handles at random, and every outcome must be documented. */
@NullMarked
package org.verbena.tck.storm;

import org.jspecify.annotations.NullMarked;
