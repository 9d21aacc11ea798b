// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.write;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.verbena.AddressHandle;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.ConnectorSettings;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/** Behaviours that require two devices on one network. */
public final class TwoDevices implements DataPathBehaviours {
    private static final int MESSAGES = 200;
    private static final int LENGTH = 1000;

    @Behaviour(
            id = "NET-01",
            says = "messages are sent in both directions concurrently, each direction in order",
            types = {QpType.RC, QpType.UC, QpType.UD})
    public void bothWays(Fixture fixture, QpType type) {
        QpPair there = QpPair.of(fixture, type);
        QpPair back = there.reversed();
        for (int i = 0; i < MESSAGES; i++) {
            there.responder().postRecv(i, 0, Endpoint.GRH + LENGTH);
            back.responder().postRecv(i, 0, Endpoint.GRH + LENGTH);
            byte[] sentThere = there.requester().memory().fill(4096, LENGTH, i);
            byte[] sentBack = back.requester().memory().fill(4096, LENGTH, MESSAGES + i);

            there.post(send().id(i).data(there.requester().memory(), 4096, LENGTH));
            back.post(send().id(i).data(back.requester().memory(), 4096, LENGTH));

            there.responder().receives().success(i);
            back.responder().receives().success(i);
            there.requester().sends().success(i);
            back.requester().sends().success(i);
            assertThat(there.responder().memory().bytes(there.headerLength(), LENGTH))
                    .isEqualTo(sentThere);
            assertThat(back.responder().memory().bytes(back.headerLength(), LENGTH))
                    .isEqualTo(sentBack);
        }
    }

    @Behaviour(
            id = "NET-02",
            says = "a connector connects queue pairs of two devices over TCP, and both can send at once",
            types = {QpType.RC, QpType.UC})
    public void connects(Fixture fixture, QpType type) {
        QpPair pair = QpPair.unconnected(fixture, type, UnaryOperator.identity(), UnaryOperator.identity());
        // With a retry_cnt of 7, rdma_rxe retries forever. A slow emulated guest may take half a second to acknowledge.
        Connector connector =
                Connector.create(ConnectorSettings.builder().retryCnt(7).build());
        connector.prepare(pair.requester().qp());
        connector.prepare(pair.responder().qp());
        pair.requester().postRecv(1, 0, LENGTH);
        pair.responder().postRecv(2, 0, LENGTH);

        try (ConnectorListener listener = connector.listen(0)) {
            CompletableFuture<Connection> accepted = CompletableFuture.supplyAsync(
                    () -> listener.accept(pair.responder().qp(), Fixture.PATIENCE));
            try (Connection requesting = connector.connect(
                            pair.requester().qp(), listener.localAddress(), ByteBuffer.allocate(4), Fixture.PATIENCE);
                    Connection responding = accepted.join()) {
                assertThat(requesting.peer().endpoint().qpNum())
                        .isEqualTo(pair.responder().qp().qpNum());
                assertThat(responding.privateData().remaining()).isEqualTo(4);
            }
        }

        pair.post(send().id(3).data(pair.requester().memory(), 4096, LENGTH));
        pair.reversed().post(send().id(4).data(pair.responder().memory(), 4096, LENGTH));
        pair.responder().receives().success(2);
        pair.requester().receives().success(1);
    }

    @Behaviour(
            id = "NET-03",
            says =
                    "a message to a peer that has closed its device fails with RETRY_EXC_ERR, and the queue pair moves to ERR",
            needs = Capability.RC)
    public void peerClosesItsDevice(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, EndpointRequest::impatient);
        Memory there = pair.responder().memory();
        long address = there.address(0);
        long rkey = there.rkey();
        pair.responder().fixture().close();

        pair.post(
                write(address, rkey).id(1).data(pair.requester().memory(), 0, 8),
                read(address, rkey).id(2).data(pair.requester().memory(), 0, 8));

        pair.requester().sends().withStatus(1, WcStatus.RETRY_EXC_ERR);
        pair.requester().sends().withStatus(2, WcStatus.WR_FLUSH_ERR);
        pair.requester().awaitState(QpState.ERR);
    }

    @Behaviour(
            id = "NET-04",
            says = "a device that is closed and opened again accepts new connections",
            needs = Capability.RC)
    public void connectsAgain(Fixture fixture) {
        QpPair lost = QpPair.of(fixture, QpType.RC, EndpointRequest::impatient);
        lost.responder().fixture().close();
        lost.post(send().id(1));
        lost.requester().sends().withStatus(1, WcStatus.RETRY_EXC_ERR);

        try (Fixture again = Fixture.between(fixture.device(), fixture.remote().device())) {
            QpPair pair = QpPair.of(again, QpType.RC);
            pair.responder().postRecv(2, 0, LENGTH);
            pair.post(send().id(3).data(pair.requester().memory(), 0, LENGTH));

            pair.responder().receives().success(2);
            pair.requester().sends().success(3);
        }
    }

    @Behaviour(
            id = "NET-05",
            says = "a datagram to a group arrives at its member on another device",
            needs = {Capability.UD, Capability.MULTICAST})
    public void reachesGroup(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.UD);
        Groups.join(pair.responder());
        pair.responder().postRecv(1, 0, Endpoint.GRH + LENGTH);
        byte[] sent = pair.requester().memory().fill(4096, 100, 1);

        pair.requester().post(Groups.toGroup(fixture, pair.requester()));

        pair.responder().receives().success(1);
        assertThat(pair.responder().memory().bytes(Endpoint.GRH, 100)).isEqualTo(sent);
    }

    @Behaviour(
            id = "NET-06",
            says = "a datagram to the address of one device does not arrive at a queue pair of the other device",
            needs = Capability.UD)
    public void addressesOneDevice(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.UD);
        pair.responder().postRecv(1, 0, Endpoint.GRH + LENGTH);
        AddressHandle own = fixture.pd().createAh(fixture.ownAddress());

        long number = pair.responder().qp().qpNum();
        pair.requester().post(send().id(2).to(own, number, QpStateWalk.QKEY));

        pair.requester().sends().success(2);
        pair.responder().receives().assertNone();
    }
}
