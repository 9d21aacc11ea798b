/**
 * Memory as work requests name it: addresses and what lies there, keys and what they allow, and lists of places to copy
 * between. Copying goes straight from one buffer to the other and allocates nothing.
 */
@NullMarked
package org.verbena.provider.sim.memory;

import org.jspecify.annotations.NullMarked;
