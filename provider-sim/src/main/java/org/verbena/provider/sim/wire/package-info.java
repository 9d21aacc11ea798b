// SPDX-License-Identifier: Apache-2.0
/**
 * The transmission of messages between queue pairs. An engine sends messages through a {@link Path} and receives
 * messages through its {@link Receiver}. It does not depend on the location of the peer.
 *
 * <p>The implementation in this package connects ports of the same process. Any transport that can carry the fields of
 * {@link WireMessage}, such as RoCEv2 over UDP, can replace it.
 */
@NullMarked
package org.verbena.provider.sim.wire;

import org.jspecify.annotations.NullMarked;
