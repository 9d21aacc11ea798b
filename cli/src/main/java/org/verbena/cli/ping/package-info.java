// SPDX-License-Identifier: Apache-2.0
/** Ping-pong messages between two queue pairs, counted and measured: the implementation of {@code verbena ping}. */
@NullMarked
package org.verbena.cli.ping;

import org.jspecify.annotations.NullMarked;
