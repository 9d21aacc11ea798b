// SPDX-License-Identifier: Apache-2.0
/** The command {@code verbena packets}. */
@NullMarked
package org.verbena.cli.packets;

import org.jspecify.annotations.NullMarked;
