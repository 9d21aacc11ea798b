// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;

/** Requests in a state that does not permit them: they fail with EINVAL and change nothing. */
public final class WrongStates implements ConnectionBehaviours {
    private static final int PORT = 7471;

    /** A state of an identifier with a device, except IDLE. */
    private enum State {
        IDLE(cm -> cm.client().id(PortSpace.TCP)),
        BOUND(cm -> cm.client().bound(PortSpace.TCP)),
        LISTENING(cm -> cm.client().listener(PortSpace.TCP)),
        ADDRESSED(cm -> cm.client().addressed(PortSpace.TCP, cm.at(PORT))),
        ROUTED(cm -> cm.client().routed(PortSpace.TCP, cm.at(PORT))),
        CONNECTING(cm -> cm.client().connecting(cm.server().listener(PortSpace.TCP))),
        REQUEST(cm -> {
            CmId listener = cm.server().listener(PortSpace.TCP);
            cm.client().connecting(listener);
            return cm.server().request(listener).id();
        }),
        CONNECTED(cm -> CmPair.of(cm).active()),
        ACCEPTED(cm -> CmPair.of(cm).passive()),
        DISCONNECTED(cm -> {
            CmPair pair = CmPair.of(cm);
            pair.active().disconnect();
            cm.server().expect(CmEventType.DISCONNECTED, pair.passive());
            pair.passive().disconnect();
            cm.client().expect(CmEventType.DISCONNECTED, pair.active());
            return pair.active();
        });

        @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
        private final Function<CmFixture, CmId> way;

        State(Function<CmFixture, CmId> way) {
            this.way = way;
        }

        CmId reach(CmFixture cm) {
            return way.apply(cm);
        }
    }

    private static void assertFailsIn(CmFixture cm, Set<State> states, Consumer<CmId> call) {
        for (State state : states) {
            CmId id = state.reach(cm);
            assertRefused(() -> call.accept(id)).as("in state %s", state).withErrno(Errno.EINVAL);
        }
    }

    private static Set<State> all(State first, State... others) {
        return EnumSet.complementOf(EnumSet.of(first, others));
    }

    @Behaviour(id = "CMS-01", says = "a bind fails in every state but the first")
    public void binds(CmFixture cm) {
        assertFailsIn(cm, all(State.IDLE), id -> id.bindAddr(cm.at(0)));
    }

    @Behaviour(id = "CMS-02", says = "an address is resolved only by an identifier that is new or bound")
    public void resolvesAddr(CmFixture cm) {
        assertFailsIn(cm, all(State.IDLE, State.BOUND), id -> id.resolveAddr(cm.at(PORT), CmFixture.RESOLUTION));
    }

    @Behaviour(id = "CMS-03", says = "a route is resolved only after the address")
    public void resolvesRoute(CmFixture cm) {
        assertFailsIn(cm, all(State.ADDRESSED), id -> id.resolveRoute(CmFixture.RESOLUTION));
    }

    @Behaviour(id = "CMS-04", says = "a connection is requested only after the route is resolved")
    public void connects(CmFixture cm) {
        assertFailsIn(cm, all(State.ROUTED), id -> id.connect(ConnParam.defaults()));
    }

    @Behaviour(id = "CMS-05", says = "only an identifier that is new or bound can listen")
    public void listens(CmFixture cm) {
        assertFailsIn(cm, all(State.IDLE, State.BOUND), id -> id.listen(0));
    }

    @Behaviour(id = "CMS-06", says = "an identifier without a request or a connection accepts nothing")
    public void accepts(CmFixture cm) {
        Set<State> states =
                EnumSet.of(State.IDLE, State.BOUND, State.LISTENING, State.ADDRESSED, State.ROUTED, State.DISCONNECTED);
        assertFailsIn(cm, states, id -> id.accept(ConnParam.defaults()));
    }

    @Behaviour(id = "CMS-07", says = "an identifier without a request rejects nothing")
    public void rejects(CmFixture cm) {
        Set<State> states =
                EnumSet.of(State.IDLE, State.BOUND, State.LISTENING, State.ADDRESSED, State.ROUTED, State.DISCONNECTED);
        assertFailsIn(cm, states, id -> id.reject(ByteBuffer.allocate(0)));
        assertFailsIn(cm, states, id -> id.rejectEce(ByteBuffer.allocate(0)));
    }

    @Behaviour(id = "CMS-08", says = "a disconnect fails before the identifier connects")
    public void disconnects(CmFixture cm) {
        assertFailsIn(cm, EnumSet.of(State.IDLE, State.BOUND, State.ADDRESSED, State.ROUTED), CmId::disconnect);
    }

    @Behaviour(id = "CMS-09", says = "establish fails without an answer of the peer")
    public void establishes(CmFixture cm) {
        Set<State> states =
                EnumSet.of(State.IDLE, State.BOUND, State.LISTENING, State.ADDRESSED, State.ROUTED, State.CONNECTING);
        assertFailsIn(cm, states, CmId::establish);
    }

    @Behaviour(
            id = "CMS-10",
            says = "after a failed request, the identifier continues as if the request had not been made")
    public void continues(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().id(PortSpace.TCP);
        assertRefused(() -> active.connect(ConnParam.defaults())).withErrno(Errno.EINVAL);
        cm.client().resolveAddr(active, listener.localAddress().orElseThrow());
        assertRefused(() -> active.connect(ConnParam.defaults())).withErrno(Errno.EINVAL);
        assertRefused(() -> active.bindAddr(cm.at(0))).withErrno(Errno.EINVAL);
        cm.client().resolveRoute(active);
        assertRefused(() -> active.listen(0)).withErrno(Errno.EINVAL);
        assertRefused(active::disconnect).withErrno(Errno.EINVAL);
        active.createQp(CmFixture.qpRequest().build());
        active.connect(ConnParam.defaults());
        assertRefused(() -> active.connect(ConnParam.defaults())).withErrno(Errno.EINVAL);
        CmId passive = cm.server().accepted(listener);

        cm.client().expect(CmEventType.ESTABLISHED, active);
        cm.server().expect(CmEventType.ESTABLISHED, passive);
    }

    @Behaviour(id = "CMS-11", says = "an exception for a wrong state names the state that the request needs")
    public void namesState(CmFixture cm) {
        CmId id = cm.client().addressed(PortSpace.TCP, cm.at(PORT));

        assertRefused(() -> id.connect(ConnParam.defaults()))
                .withErrno(Errno.EINVAL)
                .hasMessageContainingAll("rdma_connect", "EINVAL", "ROUTE_RESOLVED");
        assertRefused(() -> id.accept(ConnParam.defaults()))
                .withErrno(Errno.EINVAL)
                .hasMessageContainingAll("rdma_accept", "EINVAL");
    }
}
