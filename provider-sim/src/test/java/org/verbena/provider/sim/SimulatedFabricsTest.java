// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.QueuePair;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.ConnectorSettings;

/** Checks that devices of different simulators cannot reach each other. */
@Timeout(120)
class SimulatedFabricsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SimProvider one = SimProvider.builder().device("mlx5").build();
    private final SimProvider other = SimProvider.builder().device("mlx5").build();
    private final DeviceContext here = Fabrics.open(one, 0);
    private final DeviceContext there = Fabrics.open(other, 0);

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private static QueuePair qp(DeviceContext context) {
        return context.allocPd().createQp(Sims.qp(QpType.RC, Sims.cq(context)).build());
    }

    @Test
    void queuePairsOfDifferentSimulatorsAreNotConnectedInProcess() {
        QueuePair first = qp(here);
        QueuePair second = qp(there);

        assertThatExceptionOfType(ConnectorException.class)
                .isThrownBy(() -> Connector.create().connect(first, second))
                .withMessageContaining("simulated fabric " + one.fabric().id() + " here")
                .withMessageContaining("simulated fabric " + other.fabric().id() + " there")
                .extracting(ConnectorException::reason)
                .isEqualTo(Reason.INCOMPATIBLE);
        assertThat(first.state()).isEqualTo(QpState.RESET);
        assertThat(second.state()).isEqualTo(QpState.RESET);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void queuePairsOfDifferentSimulatorsAreNotConnectedOverTcp(boolean secret) throws Exception {
        ConnectorSettings.Builder settings = ConnectorSettings.builder();
        if (secret) {
            settings.sharedSecret("0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
        }
        Connector connector = Connector.create(settings.build());
        QueuePair listening = qp(here);
        QueuePair connecting = qp(there);
        try (ConnectorListener listener = connector.listen(0)) {
            CompletableFuture<ConnectorException> rejected = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(ConnectorException.class, () -> listener.accept(listening, PATIENCE)));

            assertThatExceptionOfType(ConnectorException.class)
                    .isThrownBy(() -> connector.connect(connecting, listener.localAddress(), PATIENCE))
                    .withMessageContaining("the peers cannot reach each other")
                    .extracting(ConnectorException::reason)
                    .isEqualTo(Reason.REJECTED);
            assertThat(rejected.get(60, TimeUnit.SECONDS).reason()).isEqualTo(Reason.INCOMPATIBLE);
        }
        assertThat(listening.state()).isEqualTo(QpState.RESET);
        assertThat(connecting.state()).isEqualTo(QpState.RESET);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void queuePairsOfOneSimulatorAreConnectedOverTcp(boolean secret) throws Exception {
        ConnectorSettings.Builder settings = ConnectorSettings.builder();
        if (secret) {
            settings.sharedSecret("0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
        }
        Connector connector = Connector.create(settings.build());
        QueuePair listening = qp(here);
        try (ConnectorListener listener = connector.listen(0)) {
            CompletableFuture<Connection> accepted =
                    CompletableFuture.supplyAsync(() -> listener.accept(listening, PATIENCE));
            try (Connection connection = connector.connect(qp(here), listener.localAddress(), PATIENCE)) {
                assertThat(connection.peer().endpoint().fabric())
                        .contains(one.fabric().id());
            }
            accepted.get(60, TimeUnit.SECONDS).close();
        }
    }
}
