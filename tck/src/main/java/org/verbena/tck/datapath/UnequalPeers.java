// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.write;

import org.verbena.attr.Mtu;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.WorkRequest;

/** Connections whose sides have different path MTUs, or packet sequence numbers that do not match. */
public final class UnequalPeers implements DataPathBehaviours {
    private static final int SMALL = 256;
    private static final int LARGE = 512;
    private static final int LONG_MESSAGE = 4 * LARGE;

    private static EndpointRequest smallMtu(EndpointRequest request) {
        return request.attributes(attr -> attr.pathMtu(Mtu.BYTES_256));
    }

    private static EndpointRequest largeMtu(EndpointRequest request) {
        return request.attributes(attr -> attr.pathMtu(Mtu.BYTES_512));
    }

    // ---------------------------------------------------------------- path MTUs

    @Behaviour(
            id = "RC-10",
            needs = Capability.RC,
            says = "a message of several packets fails if the path MTUs differ: REM_INV_REQ_ERR, both sides in ERR")
    public void sendsPacketsOfOtherLength(Fixture fixture) {
        assertRefuses(QpPair.of(fixture, QpType.RC, UnequalPeers::smallMtu, UnequalPeers::largeMtu), LONG_MESSAGE);
        assertRefuses(QpPair.of(fixture, QpType.RC, UnequalPeers::largeMtu, UnequalPeers::smallMtu), LONG_MESSAGE);
    }

    @Behaviour(
            id = "RC-10-ONE",
            needs = Capability.RC,
            says = "a message of one packet fails if the packet is longer than the receiver's path MTU")
    public void sendsLongerPacket(Fixture fixture) {
        assertRefuses(QpPair.of(fixture, QpType.RC, UnequalPeers::largeMtu, UnequalPeers::smallMtu), LARGE);
    }

    private static void assertRefuses(QpPair pair, int length) {
        pair.responder().postRecv(1, 0, LONG_MESSAGE);

        pair.post(send().id(2).data(pair.requester().memory(), 0, length));

        pair.requester().sends().withStatus(2, WcStatus.REM_INV_REQ_ERR);
        // rxe completes the receive with the status of the request, while adapters flush it.
        pair.responder().receives().withStatus(1, WcStatus.WR_FLUSH_ERR, WcStatus.REM_INV_REQ_ERR);
        assertBothInError(pair);
    }

    @Behaviour(
            id = "RC-10-WRITE",
            needs = Capability.RC,
            says = "a write of several packets fails if the path MTUs differ: REM_INV_REQ_ERR, both sides in ERR")
    public void writesPacketsOfOtherLength(Fixture fixture) {
        assertRefusesWrite(QpPair.of(fixture, QpType.RC, UnequalPeers::smallMtu, UnequalPeers::largeMtu));
        assertRefusesWrite(QpPair.of(fixture, QpType.RC, UnequalPeers::largeMtu, UnequalPeers::smallMtu));
    }

    private static void assertRefusesWrite(QpPair pair) {
        Memory to = pair.responder().memory();

        pair.post(write(to.address(0), to.rkey()).id(2).data(pair.requester().memory(), 0, LONG_MESSAGE));

        pair.requester().sends().withStatus(2, WcStatus.REM_INV_REQ_ERR);
        assertBothInError(pair);
    }

    @Behaviour(
            id = "RC-10-FITS",
            needs = Capability.RC,
            says = "a message and a write of one packet within both path MTUs arrive even if the path MTUs differ")
    public void sendsPacketThatFits(Fixture fixture) {
        assertCarries(QpPair.of(fixture, QpType.RC, UnequalPeers::smallMtu, UnequalPeers::largeMtu));
        assertCarries(QpPair.of(fixture, QpType.RC, UnequalPeers::largeMtu, UnequalPeers::smallMtu));
    }

    private static void assertCarries(QpPair pair) {
        Memory to = pair.responder().memory();
        byte[] sent = pair.requester().memory().fill(0, SMALL, 1);
        pair.responder().postRecv(1, 0, LONG_MESSAGE);

        pair.post(
                send().id(2).data(pair.requester().memory(), 0, SMALL),
                write(to.address(LONG_MESSAGE), to.rkey())
                        .id(3)
                        .data(pair.requester().memory(), 0, SMALL));

        pair.requester().sends().success(2);
        pair.requester().sends().success(3);
        assertThat(pair.responder().receives().success(1).byteLen()).isEqualTo(SMALL);
        assertThat(to.bytes(0, SMALL)).isEqualTo(sent);
        assertThat(to.bytes(LONG_MESSAGE, SMALL)).isEqualTo(sent);
    }

    @Behaviour(
            id = "UC-02",
            needs = Capability.UC,
            says = "an unreliable message of several packets is dropped if the path MTUs differ, and later ones arrive")
    public void dropsPacketsOfOtherLength(Fixture fixture) {
        assertDrops(QpPair.of(fixture, QpType.UC, UnequalPeers::smallMtu, UnequalPeers::largeMtu));
        assertDrops(QpPair.of(fixture, QpType.UC, UnequalPeers::largeMtu, UnequalPeers::smallMtu));
    }

    private static void assertDrops(QpPair pair) {
        byte[] second = pair.requester().memory().fill(LONG_MESSAGE, SMALL, 2);
        pair.responder().postRecv(1, 0, LONG_MESSAGE);

        pair.post(send().id(2).data(pair.requester().memory(), 0, LONG_MESSAGE));
        pair.requester().sends().success(2);
        pair.responder().receives().assertNone();
        pair.post(send().id(3).data(pair.requester().memory(), LONG_MESSAGE, SMALL));

        pair.requester().sends().success(3);
        assertThat(pair.responder().receives().success(1).byteLen()).isEqualTo(SMALL);
        assertThat(pair.responder().memory().bytes(0, SMALL)).isEqualTo(second);
    }

    // ---------------------------------------------------------------- packet sequence numbers

    @Behaviour(
            id = "RC-11",
            needs = Capability.RC,
            says = "a message to a peer that expects later packets does not arrive: RETRY_EXC_ERR")
    public void sendsBeforeExpectedPsn(Fixture fixture) {
        QpPair pair = unexpected(fixture);
        pair.responder().postRecv(1, 0, SMALL);

        assertNotAnswered(pair, send().data(pair.requester().memory(), 0, SMALL));
        pair.responder().receives().assertNone();
    }

    @Behaviour(
            id = "RC-11-WRITE",
            needs = Capability.RC,
            says = "a write to a peer that expects later packets does not arrive: RETRY_EXC_ERR")
    public void writesBeforeExpectedPsn(Fixture fixture) {
        QpPair pair = unexpected(fixture);
        Memory to = pair.responder().memory();

        assertNotAnswered(
                pair, write(to.address(0), to.rkey()).data(pair.requester().memory(), 0, SMALL));
    }

    @Behaviour(
            id = "RC-11-READ",
            needs = Capability.RC,
            says = "a read from a peer that expects later packets returns nothing: RETRY_EXC_ERR")
    public void readsBeforeExpectedPsn(Fixture fixture) {
        QpPair pair = unexpected(fixture);
        Memory from = pair.responder().memory();
        from.fill(0, SMALL, 2);

        pair.post(read(from.address(0), from.rkey()).id(2).data(pair.requester().memory(), 0, SMALL));

        pair.requester().sends().withStatus(2, WcStatus.RETRY_EXC_ERR);
        pair.requester().awaitState(QpState.ERR);
        assertThat(pair.requester().memory().bytes(0, SMALL)).containsOnly(0);
    }

    /** Returns a pair whose responder treats the first packets as duplicates. */
    private static QpPair unexpected(Fixture fixture) {
        return QpPair.of(
                fixture,
                QpType.RC,
                EndpointRequest::impatient,
                request -> request.attributes(attr -> attr.rqPsn(1000)));
    }

    private static void assertNotAnswered(QpPair pair, WorkRequest request) {
        pair.requester().memory().fill(0, SMALL, 1);

        pair.post(request.id(2));

        pair.requester().sends().withStatus(2, WcStatus.RETRY_EXC_ERR);
        pair.requester().awaitState(QpState.ERR);
        assertThat(pair.responder().memory().bytes(0, SMALL)).containsOnly(0);
    }

    private static void assertBothInError(QpPair pair) {
        pair.requester().awaitState(QpState.ERR);
        pair.responder().awaitState(QpState.ERR);
    }
}
