// SPDX-License-Identifier: Apache-2.0
/** The commands that create an object and show what the device grants. */
@NullMarked
package org.verbena.cli.create;

import org.jspecify.annotations.NullMarked;
