/**
 * The transport engine: what becomes of posted work. Requesters turn work requests into messages, responders turn
 * messages into completions; between them is a {@link org.verbena.provider.sim.wire.Wire}. An engine has one lock, and
 * everything in here happens under it, in the thread of whoever called a verb: posts, polls and waits of the fabric also
 * run the timers that are due.
 */
@NullMarked
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.NullMarked;
