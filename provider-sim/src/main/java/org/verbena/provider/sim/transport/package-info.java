// SPDX-License-Identifier: Apache-2.0
/**
 * The transport engine, which executes posted work requests. Requesters turn work requests into messages, and
 * responders turn messages into completions. A {@link org.verbena.provider.sim.wire.Wire} carries the messages between
 * them.
 *
 * <p>An engine has one lock. All code in this package runs under the lock, in the thread that calls a verb. Posts,
 * polls and waits also run the timers of the fabric that are due.
 */
@NullMarked
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.NullMarked;
