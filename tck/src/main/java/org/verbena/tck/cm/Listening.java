// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.verbena.QueuePair;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.CmSide;

/** Listeners and their requests: {@code rdma_listen(3)}. */
public final class Listening implements ConnectionBehaviours {
    private static final int CONNECTIONS = 100;
    private static final int REQUEST_DATA = 56;
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    @Behaviour(id = "CML-01", says = "a request has an identifier with the addresses of both sides")
    public void reportsRequest(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);

        CmEvent request = cm.server().request(listener);

        CmId passive = request.id();
        assertThat(request.status()).isZero();
        assertThat(request.listenId()).containsSame(listener);
        assertThat(passive.isClosed()).isFalse();
        assertThat(passive.portSpace()).isEqualTo(PortSpace.TCP);
        assertThat(passive.verbs()).containsSame(cm.device().context());
        assertThat(passive.portNum()).isEqualTo(active.portNum());
        assertThat(passive.localAddress()).isEqualTo(listener.localAddress());
        assertThat(passive.peerAddress()).isEqualTo(active.localAddress());
        assertThat(passive.qp()).isEmpty();
        assertThat(listener.peerAddress()).isEmpty();
    }

    @Behaviour(id = "CML-01-ATTACHMENT", says = "the identifier of a request inherits the attachment of its listener")
    public void inheritsAttachment(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        Object first = new Object();
        listener.attach(first);
        cm.client().connecting(listener);
        CmId passive = cm.server().request(listener).id();
        assertThat(passive.attachment()).isSameAs(first);

        Object own = new Object();
        passive.attach(own);
        listener.attach(null);

        assertThat(passive.attachment()).isSameAs(own);
        assertThat(listener.attachment()).isNull();
    }

    @Behaviour(id = "CML-01-CHANNEL", says = "the identifier of a request reports to the channel of its listener")
    public void usesChannelOfListener(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().accepted(listener);
        assertThat(passive.channel()).isSameAs(cm.server().channel());

        cm.client().expect(CmEventType.ESTABLISHED, active);
        cm.server().expect(CmEventType.ESTABLISHED, passive);
    }

    @Behaviour(id = "CML-02", says = "a listener without an address gets a port, and accepts on the device")
    public void listensUnbound(CmFixture cm) {
        CmId listener = cm.server().id(PortSpace.TCP);
        listener.listen(0);
        int port = listener.localAddress().orElseThrow().getPort();
        assertThat(port).isPositive();
        assertThat(listener.verbs()).isEmpty();

        CmId active = cm.client().routed(PortSpace.TCP, cm.at(port));
        active.createQp(CmFixture.qpRequest().build());
        active.connect(ConnParam.defaults());
        CmId passive = cm.server().accepted(listener);

        assertThat(passive.localAddress()).contains(cm.at(port));
        assertThat(passive.verbs()).containsSame(cm.device().context());
        cm.client().expect(CmEventType.ESTABLISHED, active);
    }

    @Behaviour(
            id = "CML-02-IPV6",
            needs = Capability.CM_IPV6,
            says = "a listener on the IPv6 wildcard address accepts both families")
    public void acceptsBothFamilies(CmFixture cm) {
        CmId listener = cm.server().id(PortSpace.TCP);
        listener.bindAddr(new InetSocketAddress(CmFixture.ip("::"), 0));
        listener.listen(0);
        int port = listener.localAddress().orElseThrow().getPort();

        for (InetSocketAddress to : List.of(cm.at(port), new InetSocketAddress(cm.ipv6(), port))) {
            CmId active = cm.client().routed(PortSpace.TCP, to);
            active.createQp(CmFixture.qpRequest().build());
            active.connect(ConnParam.defaults());
            CmId passive = cm.server().accepted(listener);
            assertThat(passive.localAddress()).contains(to);
            cm.client().expect(CmEventType.ESTABLISHED, active);
        }
    }

    @Behaviour(id = "CML-02-AFONLY", says = "a listener that is restricted to IPv6 rejects requests of IPv4")
    public void rejectsOtherFamily(CmFixture cm) {
        CmId listener = cm.server().id(PortSpace.TCP);
        listener.setAfOnly(true);
        listener.bindAddr(new InetSocketAddress(CmFixture.ip("::"), 0));
        listener.listen(0);
        int port = listener.localAddress().orElseThrow().getPort();

        CmId active = cm.client().routed(PortSpace.TCP, cm.at(port));
        active.createQp(CmFixture.qpRequest().build());
        active.connect(ConnParam.defaults());

        assertThat(cm.client().expect(CmEventType.REJECTED, active).rejectReason())
                .isEqualTo(RejectReason.CONSUMER_DEFINED);
        cm.server().assertNoEvent();
    }

    @Behaviour(id = "CML-03", says = "requests beyond the backlog wait until their peers repeat them")
    public void repeatsRequestsBeyondBacklog(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP, 1);
        Set<ByteBuffer> sent = new HashSet<>();
        List<CmId> actives = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ByteBuffer data = CmFixture.data("client " + i);
            sent.add(CmFixture.padded(data, REQUEST_DATA));
            actives.add(cm.client().connecting(listener, CmFixture.with(data)));
        }

        Set<ByteBuffer> seen = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            CmEvent request = cm.server().request(listener);
            seen.add(request.privateData());
            request.id().reject(NO_DATA);
        }

        assertThat(seen).isEqualTo(sent);
        actives.forEach(active -> cm.client().expect(CmEventType.REJECTED, active));
    }

    @Behaviour(id = "CML-03-TAKEN", says = "requests that were taken do not count for the backlog")
    public void countsOnlyWaitingRequests(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP, 1);
        List<CmId> passives = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            cm.client().connecting(listener);
            passives.add(cm.server().request(listener).id());
        }

        assertThat(passives).hasSize(4).doesNotHaveDuplicates();
    }

    @Behaviour(id = "CML-04", says = "a listener accepts " + CONNECTIONS + " connections")
    public void acceptsMany(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        List<CmId> actives = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            actives.add(cm.client().connecting(listener));
        }
        List<CmId> passives = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            passives.add(cm.server().accepted(listener));
        }

        actives.forEach(active -> cm.client().expect(CmEventType.ESTABLISHED, active));
        passives.forEach(passive -> cm.server().expect(CmEventType.ESTABLISHED, passive));
        assertThat(passives.stream().map(CmId::peerAddress))
                .containsExactlyInAnyOrderElementsOf(
                        actives.stream().map(CmId::localAddress).toList());

        actives.forEach(CmId::disconnect);
        passives.forEach(passive -> cm.server().expect(CmEventType.DISCONNECTED, passive));
        passives.forEach(CmId::disconnect);
        actives.forEach(active -> cm.client().expect(CmEventType.DISCONNECTED, active));
        assertThat(actives).extracting(id -> id.qp().map(QueuePair::state)).containsOnly(Optional.of(QpState.ERR));
    }

    @Behaviour(id = "CML-05", says = "two listeners on different ports get only their own requests")
    public void separatesListeners(CmFixture cm) {
        CmId one = cm.server().listener(PortSpace.TCP);
        CmSide otherSide = cm.side();
        CmId other = otherSide.listener(PortSpace.TCP);

        cm.client().connecting(other, CmFixture.with(CmFixture.data("other")));
        cm.client().connecting(one, CmFixture.with(CmFixture.data("one")));

        assertThat(cm.server().request(one).privateData())
                .isEqualTo(CmFixture.padded(CmFixture.data("one"), REQUEST_DATA));
        assertThat(otherSide.request(other).privateData())
                .isEqualTo(CmFixture.padded(CmFixture.data("other"), REQUEST_DATA));
        cm.server().assertNoEvent();
        otherSide.assertNoEvent();
    }

    @Behaviour(id = "CML-06", says = "a listener that is closed rejects the requests that wait, and releases its port")
    public void closesWithRequests(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        InetSocketAddress address = listener.localAddress().orElseThrow();
        CmId first = cm.client().connecting(listener);
        CmId taken = cm.server().request(listener).id();
        CmId second = cm.client().connecting(listener);

        listener.close();

        // The request may arrive after the listener is closed.
        assertThat(cm.client().expect(CmEventType.REJECTED, second).rejectReason())
                .isIn(RejectReason.CONSUMER_DEFINED, RejectReason.INVALID_SERVICE_ID);
        cm.server().assertNoEvent();
        taken.createQp(CmFixture.qpRequest().build());
        taken.accept(ConnParam.defaults());
        cm.client().expect(CmEventType.ESTABLISHED, first);
        cm.server().expect(CmEventType.ESTABLISHED, taken);
        CmId next = cm.server().id(PortSpace.TCP);
        next.bindAddr(address);
        next.listen(0);
        assertThat(next.localAddress()).contains(address);
    }

    @Behaviour(id = "CML-07", says = "a listener in port space IB accepts connections")
    public void listensInPortSpaceIb(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.IB);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().accepted(listener);

        cm.client().expect(CmEventType.ESTABLISHED, active);
        cm.server().expect(CmEventType.ESTABLISHED, passive);
        new CmPair(cm, listener, active, passive).assertConnected();
    }
}
