// SPDX-License-Identifier: Apache-2.0
/** The commands that show the answer of a driver to a request without executing it. */
@NullMarked
package org.verbena.cli.explain;

import org.jspecify.annotations.NullMarked;
