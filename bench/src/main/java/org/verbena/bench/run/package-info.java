/** Starts the processes that are measured. */
@NullMarked
package org.verbena.bench.run;

import org.jspecify.annotations.NullMarked;
