/** A soak: many connections carry messages of all kinds and break at random, and nothing may be lost or doubled. */
@NullMarked
package org.verbena.tck.soak;

import org.jspecify.annotations.NullMarked;
