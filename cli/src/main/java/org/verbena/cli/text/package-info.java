// SPDX-License-Identifier: Apache-2.0
/** The output of commands: text, tables, JSON reports, HTML pages, and errors. */
@NullMarked
package org.verbena.cli.text;

import org.jspecify.annotations.NullMarked;
