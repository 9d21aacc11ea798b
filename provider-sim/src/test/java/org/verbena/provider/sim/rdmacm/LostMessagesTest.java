// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.provider.sim.rdmacm.CmHost.expect;
import static org.verbena.provider.sim.rdmacm.CmHost.expectNothing;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.rdmacm.CmHost.Connection;

/** Checks connections whose messages are lost, duplicated or late. */
class LostMessagesTest {
    private final CmHost host = CmHost.within("rxe", "mlx5");

    @AfterEach
    void close() {
        host.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"REQ", "REP", "RTU"})
    void aLostMessageOfTheHandshakeIsSentAgain(String message) {
        try (SimFaults.Injected fault = host.lose(message, 2)) {
            CmId client = host.connecting(host.listener(PortSpace.TCP, 1));
            for (int i = 0; message.equals("REQ") && i < 2; i++) {
                expectNothing(host.servers);
                host.repeat();
            }
            CmId server = expect(host.servers, CmEventType.CONNECT_REQUEST).id();
            server.createQp(CmHost.qp());
            server.accept(ConnParam.defaults());
            for (int i = 0; !message.equals("REQ") && i < 2; i++) {
                if (message.equals("RTU")) {
                    host.clients.nextEvent();
                } else {
                    expectNothing(host.clients);
                }
                expectNothing(host.servers);
                host.repeat();
            }
            if (!message.equals("RTU")) {
                expect(host.clients, CmEventType.ESTABLISHED);
            }
            expect(host.servers, CmEventType.ESTABLISHED);
            assertThat(client.qp().orElseThrow().state()).isEqualTo(QpState.RTS);
            assertThat(fault.hits()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DREQ", "DREP"})
    void aLostDisconnectMessageIsSentAgain(String message) {
        Connection connection = host.connected();
        try (SimFaults.Injected fault = host.lose(message, 1)) {
            connection.client().disconnect();
            if (message.equals("DREQ")) {
                expectNothing(host.servers);
                host.repeat();
            }
            expect(host.servers, CmEventType.DISCONNECTED);
            connection.server().disconnect();
            if (message.equals("DREP")) {
                expectNothing(host.clients);
                // The server has left the timewait state, and ignores the second DREQ as long as its identifier exists.
                host.repeat();
                expectNothing(host.clients);
                connection.server().close();
                host.repeat();
            }
            expect(host.clients, CmEventType.DISCONNECTED);
            assertThat(fault.hits()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"REQ", "REP", "RTU", "DREQ", "DREP"})
    void aMessageThatArrivesTwiceCountsOnce(String message) {
        host.provider
                .fabric()
                .faults()
                .inject(SimFault.duplicate().where(sent -> sent.cm().equals(message)));
        Connection connection = host.connected();
        connection.server().disconnect();
        expect(host.clients, CmEventType.DISCONNECTED);
        connection.client().disconnect();
        expect(host.servers, CmEventType.DISCONNECTED);

        expectNothing(host.clients);
        expectNothing(host.servers);
    }

    @Test
    void aPeerThatIsSilentIsUnreachable() {
        CmId client = host.resolved(host.listener(PortSpace.TCP, 1));
        SimFaults.Injected fault = host.lose("REQ", Integer.MAX_VALUE);
        client.createQp(CmHost.qp());
        client.connect(ConnParam.defaults());
        host.advance(Duration.ofMillis(16 * 4608 - 1));
        expectNothing(host.clients);
        host.advance(Duration.ofMillis(1));

        expect(host.clients, CmEventType.UNREACHABLE, -110);
        assertThat(fault.hits()).isEqualTo(16);
    }

    @Test
    void aReplyWithoutRtuIsReportedAsUnreachable() {
        host.lose("RTU", Integer.MAX_VALUE);
        host.accepted();
        expect(host.clients, CmEventType.ESTABLISHED);
        host.advance(Duration.ofMillis(16 * 4096));

        expect(host.servers, CmEventType.UNREACHABLE, -110);
    }

    @Test
    void aDisconnectWithoutReplyIsReportedWithAnError() {
        Connection connection = host.connected();
        host.lose("DREQ", Integer.MAX_VALUE);
        connection.client().disconnect();
        host.advance(Duration.ofMillis(16 * 4608));

        expect(host.clients, CmEventType.DISCONNECTED, -110);
        host.advance(Duration.ofMillis(512));
        expect(host.clients, CmEventType.TIMEWAIT_EXIT);
    }

    @Test
    void aDelayedReplyArrivesLater() {
        host.provider
                .fabric()
                .faults()
                .inject(SimFault.delay(Duration.ofSeconds(1))
                        .where(sent -> sent.cm().equals("REP")));
        host.accepted();
        expectNothing(host.clients);
        host.advance(Duration.ofSeconds(1));

        expect(host.clients, CmEventType.ESTABLISHED);
    }
}
