// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.net.InetSocketAddress;
import org.verbena.QueuePair;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.CmSide;

/** Closing identifiers in every state, {@code rdma_destroy_id(3)}, and closing channels and managers. */
public final class IdentifierClosing implements ConnectionBehaviours {
    private static final int PORT = 7471;

    @Behaviour(
            id = "CMX-01",
            says = "an identifier is closed before it connects, in each state, and every later call fails")
    public void closesUnconnected(CmFixture cm) {
        CmId resolving = cm.client().id(PortSpace.TCP);
        resolving.resolveAddr(new InetSocketAddress(cm.unusedIp(), PORT), CmFixture.RESOLUTION);
        CmId[] ids = {
            cm.client().id(PortSpace.TCP),
            cm.client().bound(PortSpace.TCP),
            cm.client().listener(PortSpace.TCP),
            resolving,
            cm.client().addressed(PortSpace.TCP, cm.at(PORT)),
            cm.client().routed(PortSpace.TCP, cm.at(PORT))
        };

        for (CmId id : ids) {
            id.close();
            id.close();
            assertThat(id.isClosed()).isTrue();
            assertClosed(cm, id);
        }
        cm.client().assertNoEvent();
    }

    private static void assertClosed(CmFixture cm, CmId id) {
        assertRefused(() -> id.bindAddr(cm.at(0))).asClosed();
        assertRefused(() -> id.resolveAddr(cm.at(PORT), CmFixture.RESOLUTION)).asClosed();
        assertRefused(() -> id.resolveRoute(CmFixture.RESOLUTION)).asClosed();
        assertRefused(() -> id.listen(0)).asClosed();
        assertRefused(() -> id.connect(ConnParam.defaults())).asClosed();
        assertRefused(() -> id.accept(ConnParam.defaults())).asClosed();
        assertRefused(() -> id.reject(CmFixture.data(0))).asClosed();
        assertRefused(id::establish).asClosed();
        assertRefused(id::disconnect).asClosed();
        assertRefused(() -> id.createQp(CmFixture.qpRequest().build())).asClosed();
        assertRefused(() -> id.initQpAttr(QpState.INIT)).asClosed();
        assertRefused(() -> id.migrate(cm.server().channel())).asClosed();
        assertRefused(() -> id.setTos(1)).asClosed();
        assertRefused(id::localAddress).asClosed();
    }

    @Behaviour(
            id = "CMX-02",
            says = "an active identifier that is closed withdraws its request, which cannot be accepted any more")
    public void closesConnecting(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmEvent request = cm.server().request(listener);
        CmId passive = request.id();
        passive.createQp(CmFixture.qpRequest().build());

        active.close();

        try {
            passive.accept(ConnParam.defaults());
            // The withdrawal arrives after the answer.
            cm.server().expect(CmEventType.REJECTED, passive);
        } catch (VerbsException e) {
            assertThat(e.errno()).isEqualTo(Errno.EINVAL);
        }
        assertThat(request.conn()).isPresent();
        cm.client().assertNoEvent();
    }

    @Behaviour(
            id = "CMX-03",
            says = "an active identifier that is closed ends its connection: the peer gets DISCONNECTED")
    public void closesActive(CmFixture cm) {
        CmPair pair = CmPair.of(cm);
        QueuePair qp = pair.active().qp().orElseThrow();

        pair.active().close();

        assertThat(cm.server().expect(CmEventType.DISCONNECTED, pair.passive()).status())
                .isZero();
        assertThat(qp.isClosed()).isFalse();
        assertThat(pair.passive().isClosed()).isFalse();
        cm.client().assertNoEvent();
    }

    @Behaviour(
            id = "CMX-04",
            says = "a passive identifier that is closed ends its connection: the peer gets DISCONNECTED")
    public void closesPassive(CmFixture cm) {
        CmPair pair = CmPair.of(cm);

        pair.passive().close();

        cm.client().expect(CmEventType.DISCONNECTED, pair.active());
        cm.server().assertNoEvent();
    }

    @Behaviour(
            id = "CMX-05",
            says = "an identifier that is closed after its peer has disconnected answers the disconnect")
    public void closesDisconnected(CmFixture cm) {
        CmPair pair = CmPair.of(cm);
        pair.active().disconnect();
        cm.server().expect(CmEventType.DISCONNECTED, pair.passive());

        pair.passive().close();

        cm.client().expect(CmEventType.DISCONNECTED, pair.active());
        pair.active().close();
        assertThat(pair.active().isClosed()).isTrue();
    }

    @Behaviour(
            id = "CMX-06",
            says =
                    "an identifier that is closed between its accept and the end of the handshake rejects the connection")
    public void closesAccepted(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().accepted(listener);

        // The active side has not taken the answer, so it has not completed the connection.
        passive.close();

        CmEvent event = cm.client().expectAny(active);
        // The rejection arrives before or after the active side completes the connection.
        assertThat(event.type()).as("%s", event).isIn(CmEventType.CONNECT_ERROR, CmEventType.ESTABLISHED);
        assertThat(cm.client().expect(CmEventType.REJECTED, active).status()).isEqualTo(28);
        active.close();
        cm.server().assertNoEvent();
    }

    @Behaviour(id = "CMX-07", says = "pending events of a closed identifier are not delivered")
    public void dropsEvents(CmFixture cm) {
        CmSide otherSide = cm.side();
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        cm.server().request(listener).id().reject(CmFixture.data(0));
        // The answer to a later request shows that the first answer has arrived.
        CmId other = otherSide.connecting(listener);
        cm.server().request(listener).id().reject(CmFixture.data(0));
        otherSide.expect(CmEventType.REJECTED, other);

        active.close();

        cm.client().assertNoEvent();
    }

    @Behaviour(
            id = "CMX-08",
            says = "an identifier with an event that was not acknowledged is closed, and the event stays readable")
    public void closesWithEvent(CmFixture cm) {
        CmId active = cm.client().id(PortSpace.TCP);
        active.resolveAddr(cm.at(PORT), CmFixture.RESOLUTION);
        CmEvent event = cm.client().expect(CmEventType.ADDR_RESOLVED, active);

        active.close();

        assertThat(event.isAcked()).isFalse();
        assertThat(event.type()).isEqualTo(CmEventType.ADDR_RESOLVED);
        assertThat(event.id()).isSameAs(active);
        event.ack();
    }

    @Behaviour(id = "CMX-09", needs = Capability.WORK, says = "the queue pair outlives its identifier")
    public void keepsQueuePair(CmFixture cm) {
        CmId id = cm.client().addressed(PortSpace.TCP, cm.at(PORT));
        QueuePair qp = id.createQp(CmFixture.qpRequest().build());

        id.close();

        assertThat(qp.isClosed()).isFalse();
        assertThat(qp.state()).isEqualTo(QpState.INIT);
        qp.close();
    }

    // ---------------------------------------------------------------- channels and managers

    @Behaviour(
            id = "CMX-10",
            says = "a channel closes its identifiers, and those of other channels see the end of their connections")
    public void closesChannel(CmFixture cm) {
        CmPair pair = CmPair.of(cm);
        CmSide other = cm.side();
        CmId bound = other.bound(PortSpace.TCP);

        cm.server().channel().close();

        assertThat(pair.listener().isClosed()).isTrue();
        assertThat(pair.passive().isClosed()).isTrue();
        assertThat(pair.active().isClosed()).isFalse();
        assertThat(bound.isClosed()).isFalse();
        cm.client().expect(CmEventType.DISCONNECTED, pair.active());
        EventChannel closed = cm.server().channel();
        closed.close();
        assertThat(closed.isClosed()).isTrue();
        assertRefused(() -> closed.createId(PortSpace.TCP)).asClosed();
        assertRefused(closed::nextEvent).asClosed();
        assertRefused(closed::fd).asClosed();
    }

    @Behaviour(
            id = "CMX-11",
            says = "a manager closes its channels and identifiers, and leaves the context of the application")
    public void closesManager(CmFixture cm) {
        CmPair pair = CmPair.of(cm);
        QueuePair qp = pair.active().qp().orElseThrow();

        cm.manager().close();
        cm.manager().close();

        assertThat(cm.manager().isClosed()).isTrue();
        assertThat(pair.active().isClosed()).isTrue();
        assertThat(pair.passive().isClosed()).isTrue();
        assertThat(cm.client().channel().isClosed()).isTrue();
        assertRefused(() -> cm.manager().createEventChannel()).asClosed();
        assertThat(cm.device().context().isClosed()).isFalse();
        assertThat(qp.isClosed()).isFalse();
        assertThat(cm.device().cq(1).isClosed()).isFalse();
    }

    @Behaviour(id = "CMX-12", says = "a manager without a context of the application opens one, and closes it")
    public void opensContext(CmFixture cm) {
        ConnectionManager other = cm.anotherManager();
        CmId id = other.createEventChannel().createId(PortSpace.TCP);
        id.bindAddr(cm.at(0));
        var context = id.verbs().orElseThrow();
        assertThat(context).isNotSameAs(cm.device().context());
        assertThat(context.device().name()).isEqualTo(cm.device().device().name());
        QueuePair qp = id.createQp(CmFixture.qpRequest().build());

        other.close();

        assertThat(context.isClosed()).isTrue();
        assertThat(qp.isClosed()).isTrue();
        assertThat(id.isClosed()).isTrue();
    }

    @Behaviour(id = "CMX-13", says = "a closed manager ends its connections")
    public void endsConnections(CmFixture cm) {
        ConnectionManager other = cm.anotherManager();
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmSide side = new CmSide(cm, other.createEventChannel());
        CmId active = side.connecting(listener);
        CmId passive = cm.server().accepted(listener);
        side.expect(CmEventType.ESTABLISHED, active);
        cm.server().expect(CmEventType.ESTABLISHED, passive);

        other.close();

        cm.server().expect(CmEventType.DISCONNECTED, passive);
    }
}
