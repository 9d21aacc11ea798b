// SPDX-License-Identifier: Apache-2.0
/**
 * Memory as work requests name it: addresses and the memory at them, keys and the access that they permit, and lists of
 * places to copy between. Data is copied directly from one buffer to the other, without allocation.
 */
@NullMarked
package org.verbena.provider.sim.memory;

import org.jspecify.annotations.NullMarked;
