// SPDX-License-Identifier: Apache-2.0
/** Calls of the public API with hostile objects: lists, buffers, callbacks and handles that misbehave. */
@NullMarked
package org.verbena.tck.hostile;

import org.jspecify.annotations.NullMarked;
