// SPDX-License-Identifier: Apache-2.0
/** The base class of commands. */
@NullMarked
package org.verbena.cli.command;

import org.jspecify.annotations.NullMarked;
