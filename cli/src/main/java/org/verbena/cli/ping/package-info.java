/** Messages to and fro between two queue pairs, counted and measured: what {@code verbena ping} does. */
@NullMarked
package org.verbena.cli.ping;

import org.jspecify.annotations.NullMarked;
