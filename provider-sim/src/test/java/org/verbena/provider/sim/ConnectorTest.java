// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.XrcDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.ConnectorSettings;
import org.verbena.connect.PeerPair;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Checks the connector of the API on queue pairs that follow the rules of a driver. */
@Timeout(60)
class ConnectorTest {
    private static final Duration PATIENT = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofMillis(50);

    private final Connector connector = Connector.create();

    @ParameterizedTest
    @CsvSource({
        "mlx5, RC",
        "mlx5, UC",
        "mlx5, UD",
        "mlx4, RC",
        "mlx4, UC",
        "mlx4, UD",
        "rxe, RC",
        "rxe, UC",
        "rxe, UD",
        "rxe-6.1, RC",
        "irdma, RC",
        "irdma, UD",
        "hns, RC",
        "hns, UD",
        "bnxt_re, RC",
        "bnxt_re, UD",
        "efa, UD",
        "spec, RC",
        "spec, UC",
        "spec, UD",
        "solaris, RC",
        "solaris, UD",
        "aix, RC",
    })
    void connectsTwoQueuePairsOfOneProcess(String profile, QpType type) {
        try (DeviceContext context = Sims.open(profile)) {
            ProtectionDomain pd = context.allocPd();
            QueuePair first = qp(pd, type);
            QueuePair second = qp(pd, type);

            PeerPair peers = connector.connect(first, second);

            assertThat(List.of(first, second))
                    .allSatisfy(qp -> assertThat(stateOf(qp)).isEqualTo(QpState.RTS));
            assertThat(peers.ofFirst().endpoint().qpNum()).isEqualTo(second.qpNum());
            assertThat(peers.ofSecond().endpoint().qpNum()).isEqualTo(first.qpNum());
            if (type != QpType.UD) {
                assertThat(first.query().attr().destQpNum()).isEqualTo(second.qpNum());
                assertThat(second.query().attr().pathMtu())
                        .isEqualTo(peers.ofSecond().mtu());
            }
        }
    }

    @Test
    void connectsAnXrcInitiatorWithATarget() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            XrcDomain xrcd = context.openXrcd(Sims.file(-1, 0));
            QueuePair initiator = pd.createQp(Sims.qp(QpType.XRC_SEND, Sims.cq(context))
                    .maxRecvWr(0)
                    .maxRecvSge(0)
                    .build());
            QueuePair target = context.createQpEx(
                    QpInitAttr.builder().qpType(QpType.XRC_RECV).xrcd(xrcd).build());

            connector.connect(initiator, target);

            assertThat(stateOf(initiator)).isEqualTo(QpState.RTS);
            assertThat(stateOf(target)).isEqualTo(QpState.RTS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "UD"})
    void connectsOverASocket(QpType type) {
        try (DeviceContext context = Sims.open("mlx5");
                ConnectorListener listener = connector.listen(0)) {
            ProtectionDomain pd = context.allocPd();
            QueuePair server = qp(pd, type);
            QueuePair client = qp(pd, type);

            CompletableFuture<Connection> accepted = async(() -> listener.accept(server, text("pong"), PATIENT));
            try (Connection there = connector.connect(client, listener.localAddress(), text("ping"), PATIENT);
                    Connection here = accepted.join()) {
                assertThat(there.privateData()).isEqualTo(text("pong"));
                assertThat(here.privateData()).isEqualTo(text("ping"));
                assertThat(there.peer().endpoint()).isEqualTo(here.local());
                assertThat(here.peer().endpoint()).isEqualTo(there.local());
                assertThat(stateOf(server)).isEqualTo(QpState.RTS);
                assertThat(stateOf(client)).isEqualTo(QpState.RTS);
                assertThat(pd.createAh(there.peer().address()).attr())
                        .isEqualTo(there.peer().address());
            }
        }
    }

    @Test
    void bothSidesSettleOnTheSmallerNumbers() {
        ConnectorSettings small = ConnectorSettings.builder()
                .mtu(Mtu.BYTES_512)
                .maxRdAtomic(8)
                .maxDestRdAtomic(2)
                .psn(99)
                .build();
        try (DeviceContext context = Sims.open("mlx5");
                ConnectorListener listener = connector.listen(0)) {
            ProtectionDomain pd = context.allocPd();
            QueuePair server = qp(pd, QpType.RC);
            QueuePair client = qp(pd, QpType.RC);

            CompletableFuture<Connection> accepted = async(() -> listener.accept(server, PATIENT));
            try (Connection there = Connector.create(small).connect(client, listener.localAddress(), PATIENT);
                    Connection here = accepted.join()) {
                assertThat(there.peer().mtu()).isEqualTo(Mtu.BYTES_512);
                QpAttr ofServer = server.query().attr();
                assertThat(ofServer.pathMtu()).isEqualTo(Mtu.BYTES_512);
                assertThat(ofServer.maxRdAtomic()).isEqualTo(2);
                assertThat(ofServer.maxDestRdAtomic()).isEqualTo(8);
                assertThat(ofServer.rqPsn()).isEqualTo(99);
                assertThat(client.query().attr().rqPsn()).isEqualTo(here.local().psn());
            }
        }
    }

    @Test
    void settingsReachTheQueuePair() {
        ConnectorSettings settings = ConnectorSettings.builder()
                .gidIndex(1)
                .timeout(10)
                .retryCnt(3)
                .rnrRetry(2)
                .minRnrTimer(20)
                .trafficClass(104)
                .flowLabel(77)
                .hopLimit(3)
                .access(Flags.of(AccessFlag.REMOTE_READ))
                .build();
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            QueuePair first = qp(pd, QpType.RC);

            Connector.create(settings).connect(first, qp(pd, QpType.RC));

            QpAttr attr = first.query().attr();
            assertThat(attr.timeout()).isEqualTo(10);
            assertThat(attr.retryCnt()).isEqualTo(3);
            assertThat(attr.rnrRetry()).isEqualTo(2);
            assertThat(attr.minRnrTimer()).isEqualTo(20);
            assertThat(attr.qpAccessFlags()).isEqualTo(Flags.of(AccessFlag.REMOTE_READ));
            assertThat(attr.ahAttr().grh()).hasValueSatisfying(route -> {
                assertThat(route.dgid()).isEqualTo(context.queryGid(1, 1));
                assertThat(route.sgidIndex()).isEqualTo(1);
                assertThat(route.trafficClass()).isEqualTo(104);
                assertThat(route.flowLabel()).isEqualTo(77);
                assertThat(route.hopLimit()).isEqualTo(3);
            });
        }
    }

    @Test
    void takesTheFirstGidOfRoceV2WithAnIpv4Address() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();

            PeerPair peers = connector.connect(qp(pd, QpType.RC), qp(pd, QpType.RC));

            assertThat(peers.ofFirst().address().grh())
                    .hasValueSatisfying(
                            route -> assertThat(route.dgid().isMappedIpv4()).isTrue());
        }
    }

    @Test
    void aPreparedQueuePairIsInInitAndCanBeConnected() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            QueuePair first = qp(pd, QpType.RC);
            QueuePair second = qp(pd, QpType.RC);

            connector.prepare(first);
            assertThat(stateOf(first)).isEqualTo(QpState.INIT);
            connector.prepare(first);
            connector.connect(first, second);

            assertThat(stateOf(first)).isEqualTo(QpState.RTS);
        }
    }

    @Test
    void aConnectedQueuePairCannotBeConnectedAgain() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            QueuePair first = qp(pd, QpType.RC);
            connector.connect(first, qp(pd, QpType.RC));

            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> connector.connect(first, qp(pd, QpType.RC)))
                    .withMessageContaining("qp_state = IBV_QPS_RTS, limit RESET or INIT");
        }
    }

    @Test
    void queuePairsOfDifferentTypesAreRejectedAndStayInReset() {
        try (DeviceContext context = Sims.open("mlx5");
                ConnectorListener listener = connector.listen(0)) {
            ProtectionDomain pd = context.allocPd();
            QueuePair server = qp(pd, QpType.UC);
            QueuePair client = qp(pd, QpType.RC);

            CompletableFuture<Connection> accepted = async(() -> listener.accept(server, PATIENT));
            assertThatExceptionOfType(ConnectorException.class)
                    .isThrownBy(() -> connector.connect(client, listener.localAddress(), PATIENT))
                    .withMessageContaining("qp_type is UC here and RC there")
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.REJECTED));
            assertThatThrownBy(accepted::join).hasMessageContaining("qp_type is UC here and RC there");
            assertThat(server.state()).isEqualTo(QpState.RESET);
            assertThat(client.state()).isEqualTo(QpState.RESET);
        }
    }

    @Test
    void aClientReportsAnErrorOfItsDeviceToTheServer() {
        ConnectorSettings wrong = ConnectorSettings.builder().pkeyIndex(60_000).build();
        try (DeviceContext context = Sims.open("mlx5");
                ConnectorListener listener = connector.listen(0)) {
            ProtectionDomain pd = context.allocPd();
            QueuePair server = qp(pd, QpType.RC);

            CompletableFuture<Connection> accepted = async(() -> listener.accept(server, PATIENT));
            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(
                            () -> Connector.create(wrong).connect(qp(pd, QpType.RC), listener.localAddress(), PATIENT));
            assertThatThrownBy(accepted::join)
                    .isInstanceOf(CompletionException.class)
                    .hasMessageContaining("the peer rejected the request")
                    .hasMessageContaining("pkey_index");
            assertThat(server.state()).isEqualTo(QpState.ERR);
        }
    }

    @Test
    void aQueuePairThatFailedCanBeTriedAgainAfterReset() {
        try (DeviceContext context = Sims.open("mlx5")) {
            ProtectionDomain pd = context.allocPd();
            QueuePair first = qp(pd, QpType.RC);
            connector.prepare(first);
            first.modify(QpAttr.builder().qpState(QpState.ERR).build());
            assertThatThrownBy(() -> connector.connect(first, qp(pd, QpType.RC)))
                    .isInstanceOf(InvalidRequestException.class);

            first.modify(QpAttr.builder().qpState(QpState.RESET).build());
            connector.connect(first, qp(pd, QpType.RC));

            assertThat(first.state()).isEqualTo(QpState.RTS);
        }
    }

    @Test
    void aConnectWithoutAListenerFailsAsUnreachable() throws IOException {
        try (DeviceContext context = Sims.open("mlx5");
                Socket reserved = new Socket()) {
            QueuePair qp = qp(context.allocPd(), QpType.RC);
            // A bound port without a listener rejects connections, and no other process can get it.
            reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress unused = (InetSocketAddress) reserved.getLocalSocketAddress();

            assertThatExceptionOfType(ConnectorException.class)
                    .isThrownBy(() -> connector.connect(qp, unused, PATIENT))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE));
            assertThat(qp.state()).isEqualTo(QpState.RESET);
        }
    }

    @Test
    void aConnectToASilentListenerTimesOut() {
        try (DeviceContext context = Sims.open("mlx5");
                ConnectorListener silent = connector.listen(0)) {
            QueuePair qp = qp(context.allocPd(), QpType.RC);

            ConnectorException expired = Silence.expiry(limit -> connector.connect(qp, silent.localAddress(), limit));

            assertThat(expired).hasMessageContaining("ANSWER");
        }
    }

    @Test
    void privateDataHasALimit() {
        try (DeviceContext context = Sims.open("mlx5");
                ConnectorListener listener = connector.listen(0)) {
            QueuePair qp = qp(context.allocPd(), QpType.RC);

            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> connector.connect(
                            qp, listener.localAddress(), ByteBuffer.allocate(Connector.MAX_PRIVATE_DATA + 1), PATIENT))
                    .withMessageContaining("private_data = 4097 bytes, limit 4096 bytes");
        }
    }

    @Test
    @SuppressWarnings("try") // the test checks close
    void syncWaitsForThePeerUntilATimeoutOrItsClose() {
        try (DeviceContext context = Sims.open("mlx5");
                ConnectorListener listener = connector.listen(0)) {
            ProtectionDomain pd = context.allocPd();
            CompletableFuture<Connection> accepted = async(() -> listener.accept(qp(pd, QpType.RC), PATIENT));
            try (Connection there = connector.connect(qp(pd, QpType.RC), listener.localAddress(), PATIENT);
                    Connection here = accepted.join()) {
                CompletableFuture<Void> met = CompletableFuture.runAsync(() -> here.sync(PATIENT));
                there.sync(PATIENT);
                met.join();

                assertThatExceptionOfType(ConnectorException.class)
                        .isThrownBy(() -> here.sync(SOON))
                        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TIMED_OUT));
                there.close(); // the close at the end of the block then does nothing
                assertThatExceptionOfType(ConnectorException.class)
                        .isThrownBy(() -> here.sync(PATIENT))
                        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
            }
        }
    }

    /** The driver rejects iWARP, and neither side hangs. iWARP adapters leave the state transitions to rdma_cm. */
    @ParameterizedTest
    @ValueSource(strings = {"siw", "erdma"})
    void iWarpIsRefusedByTheDriver(String profile) {
        try (DeviceContext context = Sims.open(profile)) {
            ProtectionDomain pd = context.allocPd();

            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> connector.connect(qp(pd, QpType.RC), qp(pd, QpType.RC)));
        }
    }

    private static QueuePair qp(ProtectionDomain pd, QpType type) {
        return pd.createQp(Sims.qp(type, Sims.cq(pd.context())).build());
    }

    private static QpState stateOf(QueuePair qp) {
        return qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState();
    }

    private static CompletableFuture<Connection> async(Supplier<Connection> side) {
        return CompletableFuture.supplyAsync(side);
    }

    private static ByteBuffer text(String text) {
        return StandardCharsets.US_ASCII.encode(text);
    }
}
