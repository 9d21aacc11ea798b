// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.VerbsProvider;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Ece;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.fixture.Fixture;

/** Invalid arguments: each is rejected before a native call, with an exception that names it. */
public final class HostileArguments implements ConnectionBehaviours {
    /** Returns null where the API does not permit it. */
    @SuppressWarnings({"TypeParameterUnusedInFormals", "NullAway"})
    private static <T> T missing() {
        @Nullable T none = null;
        return none;
    }

    @Behaviour(id = "CMH-01", says = "an argument that is null is rejected with its name")
    public void refusesNull(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.TCP);

        assertRefused(() -> id.bindAddr(HostileArguments.<InetSocketAddress>missing()))
                .byVerbena()
                .naming("addr");
        assertRefused(() -> id.resolveAddr(HostileArguments.<InetSocketAddress>missing(), CmFixture.RESOLUTION))
                .byVerbena()
                .naming("dst_addr");
        assertRefused(() ->
                        id.resolveAddr(HostileArguments.<InetSocketAddress>missing(), cm.at(1), CmFixture.RESOLUTION))
                .byVerbena()
                .naming("src_addr");
        assertRefused(() -> id.resolveAddr(cm.at(1), HostileArguments.<Duration>missing()))
                .byVerbena()
                .naming("timeout_ms");
        assertRefused(() -> id.resolveRoute(HostileArguments.<Duration>missing()))
                .byVerbena()
                .naming("timeout_ms");
        assertRefused(() -> id.connect(HostileArguments.<ConnParam>missing()))
                .byVerbena()
                .naming("conn_param");
        assertRefused(() -> id.accept(HostileArguments.<ConnParam>missing()))
                .byVerbena()
                .naming("conn_param");
        assertRefused(() -> id.reject(HostileArguments.<ByteBuffer>missing()))
                .byVerbena()
                .naming("private_data");
        assertRefused(() -> id.rejectEce(HostileArguments.<ByteBuffer>missing()))
                .byVerbena()
                .naming("private_data");
        assertRefused(() -> id.createQp(HostileArguments.<QpInitAttr>missing()))
                .byVerbena()
                .naming("qp_init_attr");
        assertRefused(() -> id.initQpAttr(HostileArguments.<QpState>missing()))
                .byVerbena()
                .naming("qp_state");
        assertRefused(() -> id.migrate(HostileArguments.<EventChannel>missing()))
                .byVerbena()
                .naming("channel");
        assertRefused(() -> id.notifyEvent(HostileArguments.<AsyncEventType>missing()))
                .byVerbena()
                .naming("event");
        assertRefused(() -> id.setLocalEce(HostileArguments.<Ece>missing()))
                .byVerbena()
                .naming("ece");
        assertRefused(() -> id.joinMulticast(HostileArguments.<InetAddress>missing(), JoinFlag.FULLMEMBER))
                .byVerbena()
                .naming("addr");
        assertRefused(() -> id.joinMulticast(cm.ip(), HostileArguments.<JoinFlag>missing()))
                .byVerbena()
                .naming("join_flags");
        assertRefused(() -> cm.client().channel().createId(HostileArguments.<PortSpace>missing()))
                .byVerbena()
                .naming("ps");
        assertRefused(() -> cm.client().channel().nextEvent(HostileArguments.<Duration>missing()))
                .byVerbena()
                .naming("timeout");
        assertThat(id.isClosed()).isFalse();
    }

    @Behaviour(id = "CMH-02", says = "a host name that is not resolved is rejected")
    public void refusesUnresolved(CmFixture cm) {
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved("verbena.invalid", 1);
        CmId id = cm.client().id(PortSpace.TCP);

        assertRefused(() -> id.bindAddr(unresolved)).byVerbena().naming("addr");
        assertRefused(() -> id.resolveAddr(unresolved, CmFixture.RESOLUTION))
                .byVerbena()
                .naming("dst_addr");
        assertRefused(() -> id.resolveAddr(unresolved, cm.at(1), CmFixture.RESOLUTION))
                .byVerbena()
                .naming("src_addr");
        id.bindAddr(cm.at(0));
    }

    @Behaviour(id = "CMH-03", says = "a timeout that is negative or too long for C is rejected with the range")
    public void refusesTimeouts(CmFixture cm) {
        CmId id = cm.client().addressed(PortSpace.TCP, cm.at(7471));
        CmId idle = cm.client().id(PortSpace.TCP);

        for (Duration wrong :
                new Duration[] {Duration.ofMillis(-1), Duration.ofDays(25), Duration.ofSeconds(Long.MAX_VALUE)}) {
            assertRefused(() -> id.resolveRoute(wrong)).byVerbena().naming("timeout_ms");
            assertRefused(() -> idle.resolveAddr(cm.at(1), wrong)).byVerbena().naming("timeout_ms");
        }
        id.resolveRoute(Duration.ofNanos(1));
        cm.client().expect(CmEventType.ROUTE_RESOLVED, id);
    }

    @Behaviour(id = "CMH-04", says = "parameters that C cannot hold are rejected with their name")
    public void refusesParameters(CmFixture cm) {
        ConnParam.Builder builder = ConnParam.builder();

        for (int wrong : new int[] {-1, 256}) {
            assertRefused(() -> builder.responderResources(wrong)).byVerbena().naming("responder_resources");
            assertRefused(() -> builder.initiatorDepth(wrong)).byVerbena().naming("initiator_depth");
            assertRefused(() -> builder.flowControl(wrong)).byVerbena().naming("flow_control");
            assertRefused(() -> builder.retryCount(wrong)).byVerbena().naming("retry_count");
            assertRefused(() -> builder.rnrRetryCount(wrong)).byVerbena().naming("rnr_retry_count");
        }
        assertRefused(() -> builder.qpNum(-1)).byVerbena().naming("qp_num");
        assertRefused(() -> builder.qpNum(1L << 32)).byVerbena().naming("qp_num");
        assertRefused(() -> builder.privateData(HostileArguments.<ByteBuffer>missing()))
                .byVerbena()
                .naming("private_data");
        assertThat(builder.build()).isEqualTo(ConnParam.defaults());
        assertThat(cm.client().channel().isClosed()).isFalse();
    }

    @Behaviour(
            id = "CMH-05",
            says = "the contexts of a manager must be open, of its provider, and of different devices")
    public void refusesContexts(CmFixture cm) {
        VerbsProvider provider = cm.device().provider();
        Fixture other = cm.device().another();
        DeviceContext closed = cm.device().device().open();
        closed.close();

        assertRefused(() -> ConnectionManager.open(provider, cm.device().context(), other.context()))
                .byVerbena()
                .withErrno(Errno.EINVAL)
                .naming("context");
        assertRefused(() -> ConnectionManager.open(provider, closed)).asClosed();
        assertRefused(() -> ConnectionManager.open(provider, HostileArguments.<DeviceContext>missing()))
                .byVerbena();
        ConnectionManager.open(provider, other.context()).close();
        assertThat(other.context().isClosed()).isFalse();
    }

    @Behaviour(
            id = "CMH-06",
            needs = Capability.UD,
            says = "the numbers of ports and states at their limits crash nothing")
    public void acceptsLimits(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.UDP);
        id.bindAddr(cm.at(0xFFFF));
        id.listen(Integer.MAX_VALUE);
        CmId other = cm.client().id(PortSpace.TCP);
        other.listen(Integer.MIN_VALUE);

        for (QpState state : QpState.values()) {
            try {
                id.initQpAttr(state);
            } catch (VerbsException e) {
                assertThat(e.errno()).as(e.getMessage()).isEqualTo(Errno.EINVAL);
            }
        }
        assertThat(id.localAddress()).contains(cm.at(0xFFFF));
        assertThat(other.localAddress()).isPresent();
    }
}
