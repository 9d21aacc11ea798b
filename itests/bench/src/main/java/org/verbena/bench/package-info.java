/** Verbena beside C: the command that measures both by turns and reports. */
@NullMarked
package org.verbena.bench;

import org.jspecify.annotations.NullMarked;
