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

/** Two endpoints that are connected to each other. What is said of datagrams is left to {@link #post}. */
public final class QpPair {
    private final Endpoint requester;
    private final Endpoint responder;
    private @Nullable AddressHandle responderAddress;

    private QpPair(Endpoint requester, Endpoint responder) {
        this.requester = requester;
        this.responder = responder;
    }

    /**
     * Two equal endpoints, ready to send.
     *
     * @param fixture the device; the responder is where its connections lead to
     * @param type the transport service
     * @return the pair
     */
    public static QpPair of(Fixture fixture, QpType type) {
        return of(fixture, type, UnaryOperator.identity());
    }

    /**
     * The same with a special requester.
     *
     * @param fixture the device
     * @param type the transport service
     * @param requester what is special about the side that sends
     * @return the pair
     */
    public static QpPair of(Fixture fixture, QpType type, UnaryOperator<EndpointRequest> requester) {
        return of(fixture, type, requester, UnaryOperator.identity());
    }

    /**
     * The same with two special endpoints.
     *
     * @param fixture the device
     * @param type the transport service
     * @param requester what is special about the side that sends
     * @param responder what is special about the side that answers
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
     * Two endpoints in RESET.
     *
     * @param fixture the device
     * @param type the transport service
     * @param requester what is special about the side that sends
     * @param responder what is special about the side that answers
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
     * Two endpoints as they are.
     *
     * @param requester the side that sends
     * @param responder the side that answers
     * @return the pair
     */
    public static QpPair between(Endpoint requester, Endpoint responder) {
        return new QpPair(requester, responder);
    }

    /**
     * The same connection the other way.
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
            // Here, so that several threads can post.
            responderAddress();
        }
    }

    /**
     * The states of the responder on the way to its peer.
     *
     * @return its walk
     */
    public QpStateWalk toResponder() {
        return responder.towards(requester);
    }

    /**
     * The states of the requester on the way to its peer.
     *
     * @return its walk
     */
    public QpStateWalk toRequester() {
        return requester.towards(responder);
    }

    /**
     * The side that sends.
     *
     * @return the endpoint
     */
    public Endpoint requester() {
        return requester;
    }

    /**
     * The side that answers.
     *
     * @return the endpoint
     */
    public Endpoint responder() {
        return responder;
    }

    /**
     * Posts sends of the requester as a list; datagrams are addressed to the responder.
     *
     * @param requests the work requests
     */
    public void post(WorkRequest... requests) {
        post(Arrays.asList(requests));
    }

    /**
     * Posts sends of the requester as a list; datagrams are addressed to the responder.
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

    /**
     * The responder's address for the requester.
     *
     * @return always the same address handle
     */
    public AddressHandle responderAddress() {
        if (responderAddress == null) {
            responderAddress = responder.addressFor(requester);
        }
        return responderAddress;
    }

    /**
     * Where the data of a message begins in a receive: behind the global route header of a datagram.
     *
     * @return number of bytes
     */
    public int headerLength() {
        return isDatagram() ? Endpoint.GRH : 0;
    }

    private boolean isDatagram() {
        return requester.qp().qpType() == QpType.UD;
    }

    /**
     * The largest payload of one packet.
     *
     * @return number of bytes
     */
    public int mtu() {
        // enum ibv_mtu in verbs.h: 1 stands for 256, and each further one doubles.
        return 128 << requester.fixture().port().activeMtu().value();
    }
}
