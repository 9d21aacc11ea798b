// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.ClosedHandleException;

/**
 * An event: {@code struct rdma_cm_event}. It owns a copy of its data, which stays valid until {@link #ack}. Afterwards
 * every method except {@link #ack}, {@link #isAcked} and {@code toString} throws {@link ClosedHandleException}. Events
 * that the application does not acknowledge block nothing.
 */
@ProviderType
public interface CmEvent extends AutoCloseable {
    /** {@return the type, {@code event}; {@link CmEventType#UNKNOWN} for a number without a constant} */
    CmEventType type();

    /** {@return the number of the type, {@code event}} */
    int typeCode();

    /**
     * Returns the status. Its meaning depends on the type, see {@link CmEventType}.
     *
     * @return {@code status}: 0 for success, a negative errno for a local failure, the reason of a rejection or the
     *     status of a datagram service if greater than 0
     */
    int status();

    /**
     * Returns the identifier of the event. For {@link CmEventType#CONNECT_REQUEST} it is new, and belongs to the
     * application: it accepts, rejects or closes it.
     *
     * @return {@code id}
     */
    CmId id();

    /**
     * {@return the identifier that listens, {@code listen_id}; empty unless the type is {@link
     * CmEventType#CONNECT_REQUEST}}
     */
    Optional<CmId> listenId();

    /**
     * Returns the parameters of the peer as this side sees them: {@code responder_resources} is the peer's
     * {@code initiator_depth} and the reverse.
     *
     * @return {@code param.conn}; empty if the event has none
     */
    Optional<ConnParam> conn();

    /**
     * {@return the address of a datagram service or of a multicast group, {@code param.ud}; empty if the event has
     * none}
     */
    Optional<UdParam> ud();

    /**
     * Returns the private data of the peer. It has the full length of its field and ends with zeroes, because the
     * length that the peer has sent is not transmitted: 56 bytes of a request over a connection, 180 of a request for
     * datagrams, 196 of a connection response, 148 of a rejection, 136 of a datagram answer.
     *
     * @return the bytes, read-only, empty if the event has none
     */
    ByteBuffer privateData();

    /**
     * Returns the multicast group.
     *
     * @return the group; empty unless the type is {@link CmEventType#MULTICAST_JOIN} or
     *     {@link CmEventType#MULTICAST_ERROR}
     */
    Optional<MulticastGroup> group();

    /**
     * {@return the reason of a rejection; {@link RejectReason#UNKNOWN} if the type is not {@link CmEventType#REJECTED}}
     */
    RejectReason rejectReason();

    /** Acknowledges the event: {@code rdma_ack_cm_event(3)}. A second call has no effect. */
    void ack();

    /** {@return whether the event is acknowledged; true after {@link #ack}} */
    boolean isAcked();

    /** Acknowledges the event, like {@link #ack}. */
    @Override
    default void close() {
        ack();
    }
}
