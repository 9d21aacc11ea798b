package org.verbena.provider.sim.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.provider.sim.cm.CmHost.bytes;
import static org.verbena.provider.sim.cm.CmHost.expect;
import static org.verbena.provider.sim.cm.CmHost.expectNothing;
import static org.verbena.provider.sim.cm.CmHost.text;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;

/** Checks connections on the fabric within the process. */
class ConnectTest {
    private final CmHost host = CmHost.within("rxe", "mlx5");

    @AfterEach
    void close() {
        host.close();
    }

    private static ConnParam with(String data) {
        return ConnParam.builder().privateData(bytes(data)).build();
    }

    /** A client and a server that are connected. */
    private record Pair(CmId listener, CmId client, CmId server) {}

    private Pair connect() {
        CmId listener = host.listener(PortSpace.TCP, 1);
        CmId client = host.resolved(listener);
        client.createQp(CmHost.qp());
        client.connect(with("request"));
        CmEvent request = expect(host.servers, CmEventType.CONNECT_REQUEST);
        assertThat(text(request.privateData())).isEqualTo("request");
        assertThat(request.privateData().remaining()).isEqualTo(56);
        CmId server = request.id();
        server.createQp(CmHost.qp());
        server.accept(with("reply"));
        CmEvent established = expect(host.clients, CmEventType.ESTABLISHED);
        assertThat(text(established.privateData())).isEqualTo("reply");
        assertThat(established.privateData().remaining()).isEqualTo(196);
        expect(host.servers, CmEventType.ESTABLISHED);
        return new Pair(listener, client, server);
    }

    @Test
    void aConnectionIsEstablishedAndEnds() {
        Pair pair = connect();
        assertThat(pair.client().qp().orElseThrow().state()).isEqualTo(QpState.RTS);
        assertThat(pair.server().peerAddress()).isEqualTo(pair.client().localAddress());
        assertThat(pair.client().peerAddress()).isEqualTo(pair.server().localAddress());

        pair.client().disconnect();
        expect(host.servers, CmEventType.DISCONNECTED);
        expectNothing(host.clients);
        pair.server().disconnect();
        expect(host.clients, CmEventType.DISCONNECTED);
        host.advance(Duration.ofMillis(511));
        expectNothing(host.clients);
        host.advance(Duration.ofMillis(1));
        expect(host.clients, CmEventType.TIMEWAIT_EXIT);
        expect(host.servers, CmEventType.TIMEWAIT_EXIT);
        assertThat(pair.client().qp().orElseThrow().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void aRejectionCarriesItsReasonAndData() {
        CmId listener = host.listener(PortSpace.TCP, 1);
        CmId client = host.resolved(listener);
        client.createQp(CmHost.qp());
        client.connect(ConnParam.defaults());
        expect(host.servers, CmEventType.CONNECT_REQUEST).id().reject(bytes("busy"));

        CmEvent rejected = expect(host.clients, CmEventType.REJECTED, 28);
        assertThat(rejected.rejectReason()).isEqualTo(RejectReason.CONSUMER_DEFINED);
        assertThat(text(rejected.privateData())).isEqualTo("busy");
        assertThat(rejected.privateData().remaining()).isEqualTo(148);
    }
}
