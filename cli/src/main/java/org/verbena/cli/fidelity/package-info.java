// SPDX-License-Identifier: Apache-2.0
/** The commands that record and replay answers of drivers, and compare a device with its model. */
@NullMarked
package org.verbena.cli.fidelity;

import org.jspecify.annotations.NullMarked;
