/**
 * What carries messages between queue pairs. An engine hands a message to a {@link Path} and gets those of others
 * through its {@link Receiver}; where the peer is, and what lies between, it does not know. Here the peer is in the same
 * process; anything that can carry the fields of {@link Message}, such as RoCEv2 over UDP, can take the same place.
 */
@NullMarked
package org.verbena.provider.sim.wire;

import org.jspecify.annotations.NullMarked;
