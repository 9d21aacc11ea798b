/** The {@code verbena} command. */
@NullMarked
package org.verbena.cli;

import org.jspecify.annotations.NullMarked;
