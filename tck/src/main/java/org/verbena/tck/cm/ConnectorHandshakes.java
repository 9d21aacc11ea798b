// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.QueuePair;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmConnectorSettings;
import org.verbena.cm.CmListener;
import org.verbena.connect.ConnectRequest;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.ConnectorSettings;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.Threads;
import org.verbena.tck.traffic.Endpoint;

/** Connectors that use connection management instead of their TCP handshake. */
public final class ConnectorHandshakes implements ConnectionBehaviours {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Long enough for a local step, short enough for a peer that never answers. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    private static final ByteBuffer HELLO = CmFixture.data("hello");
    private static final ByteBuffer WELCOME = CmFixture.data("welcome");

    private static Connector connector(CmFixture cm) {
        return Connector.create(
                ConnectorSettings.builder().connectionManager(cm.manager()).build());
    }

    private static ConnectorException failure(ThrowingConnection call) {
        ConnectorException failure = catchThrowableOfType(ConnectorException.class, call::run);
        assertThat(failure).as("failure of the handshake").isNotNull();
        return failure;
    }

    private interface ThrowingConnection {
        Object run() throws Exception;
    }

    @Behaviour(id = "CMN-01", needs = Capability.WORK, says = "queue pairs of the application are connected by address")
    public void connects(CmFixture cm) throws Exception {
        Connector connector = connector(cm);
        QueuePair active = cm.device().qp(QpType.RC);
        QueuePair passive = cm.device().qp(QpType.RC);
        try (ConnectorListener listener = connector.listen(cm.at(0))) {
            Connection server = Threads.beside(
                    () -> listener.accept(passive, WELCOME, PATIENCE),
                    () -> assertPeer(
                            connector.connect(active, listener.localAddress(), HELLO, PATIENCE),
                            passive,
                            CmFixture.padded(WELCOME, 196)));
            assertPeer(server, active, CmFixture.padded(HELLO, 56));
        }

        Endpoint near = Endpoint.of(cm.device(), active);
        Endpoint far = Endpoint.of(cm.device(), passive);
        CmPair.postRecv(near, 1);
        CmPair.postRecv(far, 2);
        CmPair.assertReceives(near, far, 2);
        CmPair.assertReceives(far, near, 1);
    }

    private static Connection assertPeer(Connection connection, QueuePair peer, ByteBuffer privateData) {
        assertThat(connection.peer().endpoint().qpNum()).isEqualTo(peer.qpNum());
        assertThat(connection.privateData()).isEqualTo(privateData);
        assertThat(connection.local().psn()).isBetween(0L, 0xFF_FFFFL);
        return connection;
    }

    @Behaviour(id = "CMN-02", needs = Capability.WORK, says = "the peer can be another program with an identifier")
    public void connectsToIdentifier(CmFixture cm) throws Exception {
        QueuePair active = cm.device().qp(QpType.RC);
        CmConnectorSettings settings = CmConnectorSettings.builder()
                .qpInitAttr(CmFixture.qpRequest().build())
                .build();
        try (CmConnector other = CmConnector.create(cm.manager(), settings);
                CmListener listener = other.listen(cm.at(0))) {
            CmConnection server = Threads.beside(
                    () -> listener.accept(PATIENCE).orElseThrow(),
                    () -> connector(cm).connect(active, listener.localAddress(), PATIENCE));
            Endpoint near = Endpoint.of(cm.device(), active);
            Endpoint far = Endpoint.of(cm.device(), server.qp());
            CmPair.postRecv(far, 1);

            CmPair.assertReceives(near, far, 1);
        }
    }

    @Behaviour(id = "CMN-03", says = "the text of a rejection reaches the peer, whose queue pair is as before")
    public void rejects(CmFixture cm) throws Exception {
        Connector connector = connector(cm);
        QueuePair active = cm.device().qp(QpType.RC);
        try (ConnectorListener listener = connector.listen(cm.at(0))) {
            Threads.beside(
                    () -> {
                        ConnectRequest request = listener.nextRequest(PATIENCE);
                        assertThat(request.remote().qpNum()).isEqualTo(active.qpNum());
                        assertThat(request.remoteAddress().getAddress()).isEqualTo(cm.ip());
                        request.reject("no queue pair is free");
                        return request;
                    },
                    () -> {
                        ConnectorException failure =
                                failure(() -> connector.connect(active, listener.localAddress(), PATIENCE));
                        assertThat(failure.reason()).isEqualTo(Reason.REJECTED);
                        assertThat(failure).hasMessageContaining("no queue pair is free");
                        return failure;
                    });
        }
        assertThat(active.state()).isEqualTo(QpState.RESET);
    }

    @Behaviour(id = "CMN-04", says = "a peer without a listener is unreachable")
    public void findsNoListener(CmFixture cm) {
        QueuePair active = cm.device().qp(QpType.RC);
        ConnectorListener listener = connector(cm).listen(cm.at(0));
        listener.close();

        ConnectorException failure = failure(() -> connector(cm).connect(active, cm.at(7), PATIENCE));

        assertThat(failure.reason()).isEqualTo(Reason.UNREACHABLE);
        assertThat(active.state()).isEqualTo(QpState.RESET);
        assertThat(failure(() -> listener.nextRequest(PATIENCE)).reason()).isEqualTo(Reason.CLOSED);
    }

    @Behaviour(id = "CMN-05", says = "a peer that does not answer in time fails the call")
    public void timesOut(CmFixture cm) {
        Connector connector = connector(cm);
        QueuePair active = cm.device().qp(QpType.RC);
        try (ConnectorListener listener = connector.listen(cm.at(0))) {
            assertThat(failure(() -> connector.connect(active, listener.localAddress(), SHORT))
                            .reason())
                    .isEqualTo(Reason.TIMED_OUT);
        }
        try (ConnectorListener listener = connector.listen(cm.at(0))) {
            assertThat(failure(() -> listener.nextRequest(SHORT)).reason()).isEqualTo(Reason.TIMED_OUT);
        }
        assertThat(active.state()).isEqualTo(QpState.RESET);
    }

    @Behaviour(id = "CMN-06", says = "private data beyond the field of a request is rejected before the request")
    public void limitsPrivateData(CmFixture cm) {
        QueuePair active = cm.device().qp(QpType.RC);

        assertRefused(() -> connector(cm).connect(active, cm.at(7), ByteBuffer.allocate(57), PATIENCE))
                .byVerbena()
                .naming("private_data");

        assertThat(active.state()).isEqualTo(QpState.RESET);
    }

    @Behaviour(id = "CMN-07", needs = Capability.UD, says = "datagrams have no connection")
    public void refusesDatagrams(CmFixture cm) {
        QueuePair qp = cm.device().qp(QpType.UD);

        assertRefused(() -> connector(cm).connect(qp, cm.at(7), PATIENCE))
                .withErrno(Errno.EOPNOTSUPP)
                .naming("qp_type");
    }

    @Behaviour(id = "CMN-08", says = "a port that another listener has is not free")
    public void refusesTakenPort(CmFixture cm) {
        Connector connector = connector(cm);
        try (ConnectorListener listener = connector.listen(cm.at(0))) {
            assertThat(failure(() -> connector.listen(listener.localAddress())).reason())
                    .isEqualTo(Reason.UNREACHABLE);
        }
    }
}
