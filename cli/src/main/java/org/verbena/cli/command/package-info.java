/** The base class of commands. */
@NullMarked
package org.verbena.cli.command;

import org.jspecify.annotations.NullMarked;
