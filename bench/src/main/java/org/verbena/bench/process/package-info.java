/** The programs that are measured, each in a process of its own. */
@NullMarked
package org.verbena.bench.process;

import org.jspecify.annotations.NullMarked;
