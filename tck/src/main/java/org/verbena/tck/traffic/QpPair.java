// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/** Two connected endpoints. {@link #post} adds the addresses of datagrams. */
public final class QpPair {
    private final Endpoint requester;
    private final Endpoint responder;
    private @Nullable AddressHandle responderAddress;

    private QpPair(Endpoint requester, Endpoint responder) {
        this.requester = requester;
        this.responder = responder;
    }

    /**
     * Connects two equal endpoints and makes them ready to send.
     *
     * @param fixture the device; the responder is on its remote device
     * @param type the transport service
     * @return the pair
     */
    public static QpPair of(Fixture fixture, QpType type) {
        return of(fixture, type, UnaryOperator.identity());
    }

    /**
     * Connects two endpoints, with changes to the requester.
     *
     * @param fixture the device
     * @param type the transport service
     * @param requester changes the request for the sending side
     * @return the pair
     */
    public static QpPair of(Fixture fixture, QpType type, UnaryOperator<EndpointRequest> requester) {
        return of(fixture, type, requester, UnaryOperator.identity());
    }

    /**
     * Connects two endpoints, with changes to both.
     *
     * @param fixture the device
     * @param type the transport service
     * @param requester changes the request for the sending side
     * @param responder changes the request for the responding side
     * @return the pair
     */
    public static QpPair of(
            Fixture fixture,
            QpType type,
            UnaryOperator<EndpointRequest> requester,
            UnaryOperator<EndpointRequest> responder) {
        QpPair pair = unconnected(fixture, type, requester, responder);
        pair.connect();
        return pair;
    }

    /**
     * Creates two endpoints in RESET.
     *
     * @param fixture the device
     * @param type the transport service
     * @param requester changes the request for the sending side
     * @param responder changes the request for the responding side
     * @return the pair
     */
    public static QpPair unconnected(
            Fixture fixture,
            QpType type,
            UnaryOperator<EndpointRequest> requester,
            UnaryOperator<EndpointRequest> responder) {
        return between(
                requester.apply(EndpointRequest.of(fixture, type)).create(),
                responder.apply(EndpointRequest.of(fixture.remote(), type)).create());
    }

    /**
     * Combines two existing endpoints without changing their state.
     *
     * @param requester the sending side
     * @param responder the responding side
     * @return the pair
     */
    public static QpPair between(Endpoint requester, Endpoint responder) {
        return new QpPair(requester, responder);
    }

    /**
     * Returns the same connection in the opposite direction.
     *
     * @return a pair whose requester is this one's responder
     */
    public QpPair reversed() {
        return between(/* requester= */ responder, /* responder= */ requester);
    }

    /** Makes both sides ready to send, the responder first. */
    public void connect() {
        toResponder().to(QpState.RTS);
        toRequester().to(QpState.RTS);
        if (isDatagram()) {
            // Creates the address now, so that several threads can post.
            responderAddress();
        }
    }

    /** {@return the state transitions of the responder} */
    public QpStateWalk toResponder() {
        return responder.towards(requester);
    }

    /** {@return the state transitions of the requester} */
    public QpStateWalk toRequester() {
        return requester.towards(responder);
    }

    /** {@return the sending side} */
    public Endpoint requester() {
        return requester;
    }

    /** {@return the responding side} */
    public Endpoint responder() {
        return responder;
    }

    /**
     * Posts sends of the requester as a list. Datagrams are addressed to the responder.
     *
     * @param requests the work requests
     */
    public void post(WorkRequest... requests) {
        post(Arrays.asList(requests));
    }

    /**
     * Posts sends of the requester as a list. Datagrams are addressed to the responder.
     *
     * @param requests the work requests
     */
    public void post(List<WorkRequest> requests) {
        if (isDatagram()) {
            requests.forEach(
                    request -> request.to(responderAddress(), responder.qp().qpNum(), QpStateWalk.QKEY));
        }
        requester.post(requests);
    }

    /** {@return the responder's address for the requester; always the same address handle} */
    public AddressHandle responderAddress() {
        if (responderAddress == null) {
            responderAddress = responder.addressFor(requester);
        }
        return responderAddress;
    }

    /**
     * Returns the offset of the payload in a receive buffer: the length of the global route header of a datagram, else
     * 0.
     *
     * @return the number of bytes
     */
    public int headerLength() {
        return isDatagram() ? Endpoint.GRH : 0;
    }

    private boolean isDatagram() {
        return requester.qp().qpType() == QpType.UD;
    }

    /**
     * Returns the largest payload of one packet.
     *
     * @return the number of bytes
     */
    public int mtu() {
        // enum ibv_mtu in verbs.h: 1 stands for 256, and each further value doubles it.
        return 128 << requester.fixture().port().activeMtu().value();
    }
}
