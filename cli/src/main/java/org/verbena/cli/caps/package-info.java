// SPDX-License-Identifier: Apache-2.0
/** The command {@code caps}, which compares the granted capabilities of drivers. */
@NullMarked
package org.verbena.cli.caps;

import org.jspecify.annotations.NullMarked;
