// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import org.verbena.rocev2.CmMadDecoder;

/**
 * An event of a connection: {@code struct ib_cm_event}.
 *
 * @param type the type
 * @param mad the message of the peer, empty if the event has none
 */
public record ConnEvent(Type type, ByteBuffer mad) {
    /** The types of events: {@code enum ib_cm_event_type}. */
    public enum Type {
        /** The peer did not answer a request. */
        REQ_ERROR,
        /** The peer has accepted the request. */
        REP_RECEIVED,
        /** The peer did not answer a reply. */
        REP_ERROR,
        /** The peer is ready. */
        RTU_RECEIVED,
        /** The application has reported that the peer is ready. */
        USER_ESTABLISHED,
        /** The peer has ended the connection. */
        DREQ_RECEIVED,
        /** The peer did not answer the end of the connection. */
        DREQ_ERROR,
        /** The peer has answered the end of the connection. */
        DREP_RECEIVED,
        /** The connection has left the timewait state. */
        TIMEWAIT_EXIT,
        /** The peer has rejected the connection. */
        REJ_RECEIVED,
        /** The peer did not answer a request for datagrams. */
        SIDR_REQ_ERROR,
        /** The peer has answered a request for datagrams. */
        SIDR_REP_RECEIVED
    }

    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    static ConnEvent of(Type type) {
        return new ConnEvent(type, NONE);
    }

    /** {@return a decoder of the message; only for events with a message} */
    public CmMadDecoder decoder() {
        CmMadDecoder decoder = new CmMadDecoder();
        if (decoder.wrap(mad, 0, mad.capacity()) != CmMadDecoder.Defect.NONE) {
            throw new IllegalStateException(type + " has no message");
        }
        return decoder;
    }
}
