// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.cm;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.verbena.cm.ConnParam;
import org.verbena.cm.UdParam;

/**
 * An event: {@code struct rdma_cm_event}.
 *
 * @param type the number of the type
 * @param status the status
 * @param id the identifier; for a connection request the new one
 * @param listener the identifier that listens, for a connection request
 * @param conn the parameters of a connection, with the private data
 * @param ud the address of a datagram service or of a multicast group
 * @param privateData the private data if the event has no {@code conn}, or else empty
 * @param group the number that the runtime has passed to {@link DriverCmId#joinMulticast}; 0 for other events
 */
public record DriverCmEvent(
        int type,
        int status,
        DriverCmId id,
        Optional<DriverCmId> listener,
        Optional<ConnParam> conn,
        Optional<UdParam> ud,
        ByteBuffer privateData,
        long group) {}
