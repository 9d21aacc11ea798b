// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.VerbsProvider;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.provider.sim.ClockMode;
import org.verbena.provider.sim.SimClock;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.SimProvider;

/** Checks the values of parameters, in all kinds of tests. */
@VerbsTest
class InjectionTest {
    private final SimProvider ofConstructor;
    private ProtectionDomain before;

    InjectionTest(SimProvider provider) {
        ofConstructor = provider;
    }

    @BeforeEach
    void remember(ProtectionDomain pd) {
        before = pd;
    }

    @AfterEach
    void hasTheSameObjects(ProtectionDomain pd) {
        assertThat(pd).isSameAs(before);
        assertThat(pd.isClosed()).isFalse();
    }

    @Test
    void objectsOfTheSameNumberBelongTogether(
            DeviceContext context,
            CompletionQueue cq,
            ProtectionDomain pd,
            DeviceContext secondContext,
            ProtectionDomain secondPd,
            VerbsProvider provider,
            SimProvider simulator) {
        assertThat(pd.context()).isSameAs(context);
        assertThat(cq.context()).isSameAs(context);
        assertThat(secondPd.context()).isSameAs(secondContext).isNotSameAs(context);
        assertThat(secondContext.device()).isSameAs(context.device());
        assertThat(provider).isSameAs(simulator).isSameAs(ofConstructor);
        assertThat(pd).isSameAs(before);
    }

    @Test
    @Simulator(profile = "rxe", devices = 2, ports = 2, limits = "max_pd=3", clock = ClockMode.MANUAL)
    void theAnnotationConfiguresTheDevices(
            DeviceContext first, DeviceContext second, DeviceContext third, Device device, SimClock clock) {
        assertThat(first.device()).isSameAs(device).isSameAs(third.device()).isNotSameAs(second.device());
        assertThat(second.device().name()).isEqualTo("sim_rxe_1");
        assertThat(first.queryDevice().physPortCnt()).isEqualTo(2);
        assertThat(first.queryDevice().maxPd()).isEqualTo(3);
        assertThat(clock.mode()).isEqualTo(ClockMode.MANUAL);
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC"})
    void valuesOfParameterizedTestsComeFirst(QpType type, ConnectedPair pair, SimFaults faults, SimProvider simulator) {
        assertThat(type).isIn(QpType.RC, QpType.UC);
        assertThat(pair.client().qp().qpType()).isEqualTo(QpType.RC);
        assertThat(faults).isSameAs(simulator.fabric().faults());
    }

    @RepeatedTest(2)
    void eachRepetitionHasItsOwnSimulator(DeviceContext context) {
        assertThat(ofConstructor.handles()).hasSize(2);
        assertThat(context.isClosed()).isFalse();
    }

    @Test
    @Simulator(devices = 2)
    void theEndsOfAPairAreOnTwoDevices(ConnectedPair pair, DeviceContext client, DeviceContext server) {
        assertThat(pair.client().context()).isSameAs(client);
        assertThat(pair.server().context()).isSameAs(server);
        assertThat(pair.client().qp().state()).isEqualTo(QpState.RTS);
        pair.client().memory().view(0, 4).putInt(0, 42);
        pair.client()
                .post(
                        1,
                        wr -> wr.write(
                                        pair.server().memory().iova(),
                                        pair.server().memory().rkey())
                                .sge(pair.client().memory(), 0, 4));
        assertThat(pair.client().completion().isSuccess()).isTrue();
        assertThat(pair.server().memory().view(0, 4).getInt(0)).isEqualTo(42);
    }

    @Test
    void twoPairsAreDifferent(ConnectedPair first, @PairAttr(qpType = QpType.UD) ConnectedPair second) {
        assertThat(first.client().qp()).isNotEqualTo(second.client().qp());
        assertThat(second.server().qp().qpType()).isEqualTo(QpType.UD);
    }

    @Test
    void asyncQueuePairsAreConnectedByTwos(
            AsyncQueuePair first, AsyncQueuePair second, @PairAttr(qpType = QpType.UC) AsyncQueuePair third)
            throws Exception {
        CompletableFuture<Message> message = second.recv();
        first.send(ByteBuffer.wrap(new byte[] {1, 2, 3})).get(60, TimeUnit.SECONDS);
        assertThat(message.get(60, TimeUnit.SECONDS).data().remaining()).isEqualTo(3);
        assertThat(third.qp().qpType()).isEqualTo(QpType.UC);
    }

    @Test
    void identifiersAreConnectedByAddress(IdPair pair) {
        assertThat(pair.client().id().peerAddress())
                .isEqualTo(pair.server().id().localAddress());
        assertThat(pair.client().connection().isConnected()).isTrue();
        pair.client().postRecv(1);
        pair.server().postSend(2, "hello");
        assertThat(pair.server().completion().isSuccess()).isTrue();
        assertThat(pair.client().text(pair.client().completion())).isEqualTo("hello");
    }
}
