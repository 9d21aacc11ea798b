// SPDX-License-Identifier: Apache-2.0
/** The behaviours, one class for each section of the catalogue. */
@NullMarked
package org.verbena.tck.behaviours;

import org.jspecify.annotations.NullMarked;
