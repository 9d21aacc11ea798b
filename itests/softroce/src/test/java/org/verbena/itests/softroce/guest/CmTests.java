package org.verbena.itests.softroce.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.verbena.itests.softroce.guest.Station.RESOLUTION;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.Verbs;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Ece;
import org.verbena.attr.Gid;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.cm.UdParam;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Connection management of librdmacm between two stations of one guest. */
abstract class CmTests {
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);
    private static final String GROUP = "239.99.0.1";

    /** The error of the kernel for IPv6 groups, which has no name in {@code <errno.h>}. */
    private static final Errno ENOTSUPP = new Errno(524);

    private final String provider;
    private Station client;
    private Station server;

    CmTests(String provider) {
        this.provider = provider;
    }

    @BeforeEach
    void open() {
        client = Station.on(provider);
        server = Station.on(provider);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static ByteBuffer data(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the private data as the peer sees it: with zeroes to the length of the field. */
    private static ByteBuffer padded(String text, int length) {
        return ByteBuffer.allocate(length).put(data(text)).rewind();
    }

    private static ConnParam with(String privateData) {
        return ConnParam.builder().privateData(data(privateData)).build();
    }

    private static void assertFails(Errno errno, ThrowingCallable call) {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(errno));
    }

    // ---------------------------------------------------------------- connections

    @Test
    void connectionManagementIsAvailable() {
        assertThat(ConnectionManager.availability(Verbs.provider(provider)).isAvailable())
                .isTrue();
    }

    @Test
    void aConnectionCarriesPrivateDataAndMessages() throws Exception {
        CmId listener = server.listener(PortSpace.TCP);
        CmId active = client.connecting(
                listener,
                with("hello").toBuilder()
                        .responderResources(3)
                        .initiatorDepth(2)
                        .rnrRetryCount(5)
                        .retryCount(4)
                        .build());
        Mailbox near = new Mailbox(active.qp().orElseThrow());

        CmEvent request = server.expect(CmEventType.CONNECT_REQUEST);
        CmId passive = request.id();
        assertThat(request.listenId()).containsSame(listener);
        ConnParam asked = request.conn().orElseThrow();
        assertThat(asked.privateData()).isEqualTo(padded("hello", 56));
        assertThat(asked.qpNum()).isEqualTo(near.qpNum());
        assertThat(List.of(
                        asked.responderResources(), asked.initiatorDepth(), asked.retryCount(), asked.rnrRetryCount()))
                .containsExactly(2, 3, 4, 5);
        assertThat(passive.peerAddress()).isEqualTo(active.localAddress());
        assertThat(passive.localAddress()).isEqualTo(listener.localAddress());

        Mailbox far = new Mailbox(passive.createQp(Station.qpInitAttr()));
        passive.accept(with("welcome"));
        CmEvent established = client.expect(CmEventType.ESTABLISHED, active);
        ConnParam granted = established.conn().orElseThrow();
        assertThat(granted.privateData()).isEqualTo(padded("welcome", 196));
        assertThat(granted.qpNum()).isEqualTo(far.qpNum());
        assertThat(List.of(granted.responderResources(), granted.initiatorDepth()))
                .containsExactly(3, 2);
        server.expect(CmEventType.ESTABLISHED, passive);

        near.send("ping");
        assertThat(far.receive()).isEqualTo("ping");
        far.send("pong");
        assertThat(near.receive()).isEqualTo("pong");

        active.disconnect();
        assertThat(active.qp().orElseThrow().query().attr().qpState()).isEqualTo(QpState.ERR);
        server.expect(CmEventType.DISCONNECTED, passive);
        passive.disconnect();
        assertThat(client.expect(CmEventType.DISCONNECTED, active).status()).isZero();
        client.expect(CmEventType.TIMEWAIT_EXIT, active);
        server.expect(CmEventType.TIMEWAIT_EXIT, passive);
        active.disconnect();
        passive.disconnect();
    }

    @Test
    void bothSidesMayDisconnectAtOnce() throws Exception {
        CmId active = client.connecting(server.listener(PortSpace.TCP), ConnParam.defaults());
        CmId passive = accepted();
        client.expect(CmEventType.ESTABLISHED, active);
        server.expect(CmEventType.ESTABLISHED, passive);

        active.disconnect();
        passive.disconnect();

        client.expect(CmEventType.DISCONNECTED, active);
        server.expect(CmEventType.DISCONNECTED, passive);
    }

    private CmId accepted() throws InterruptedException {
        CmId passive = server.expect(CmEventType.CONNECT_REQUEST).id();
        passive.createQp(Station.qpInitAttr());
        passive.accept(ConnParam.defaults());
        return passive;
    }

    @Test
    void aQueuePairOfTheApplicationIsConnectedByItsAttributes() throws Exception {
        CmId listener = server.listener(PortSpace.TCP);
        CmId active = client.resolved(PortSpace.TCP, listener.localAddress().orElseThrow());
        QueuePair near = ownQp(active);
        Mailbox sent = new Mailbox(near);
        active.connect(ConnParam.builder().qpNum(near.qpNum()).build());
        CmId passive = server.expect(CmEventType.CONNECT_REQUEST).id();
        QueuePair far = ownQp(passive);
        Mailbox received = new Mailbox(far);
        ready(passive, far);
        passive.accept(ConnParam.builder().qpNum(far.qpNum()).build());

        CmEvent response = client.expect(CmEventType.CONNECT_RESPONSE, active);
        assertThat(response.conn().orElseThrow().qpNum()).isEqualTo(far.qpNum());
        ready(active, near);
        active.establish();

        server.expect(CmEventType.ESTABLISHED, passive);
        sent.send("a queue pair of the application");
        assertThat(received.receive()).isEqualTo("a queue pair of the application");
        assertThat(active.qp()).isEmpty();
        active.disconnect();
        server.expect(CmEventType.DISCONNECTED, passive);
        passive.disconnect();
        client.expect(CmEventType.DISCONNECTED, active);
    }

    /** Creates a queue pair in state INIT that the identifier does not know. */
    private static QueuePair ownQp(CmId id) {
        DeviceContext context = id.verbs().orElseThrow();
        ProtectionDomain pd = context.allocPd();
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(16).build());
        QueuePair qp = pd.createQp(Station.qpInitAttr().toBuilder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .build());
        qp.modify(id.initQpAttr(QpState.INIT));
        return qp;
    }

    private static void ready(CmId id, QueuePair qp) {
        QpAttr receive = id.initQpAttr(QpState.RTR);
        assertThat(receive.qpState()).isEqualTo(QpState.RTR);
        qp.modify(id.initQpAttr(QpState.INIT));
        qp.modify(receive);
        qp.modify(id.initQpAttr(QpState.RTS));
    }

    // ---------------------------------------------------------------- rejections

    @Test
    void aRejectionCarriesPrivateData() throws Exception {
        CmId active = client.connecting(server.listener(PortSpace.TCP), ConnParam.defaults());
        server.expect(CmEventType.CONNECT_REQUEST).id().reject(data("no"));

        CmEvent rejected = client.expect(CmEventType.REJECTED, active);
        assertThat(rejected.status()).isEqualTo(28);
        assertThat(rejected.rejectReason()).isEqualTo(RejectReason.CONSUMER_DEFINED);
        assertThat(rejected.privateData()).isEqualTo(padded("no", 148));
        assertThat(rejected.conn()).isEmpty();
    }

    @Test
    void aPortWithoutAListenerRejects() throws Exception {
        CmId bound = server.id(PortSpace.TCP);
        bound.bindAddr(new InetSocketAddress(Station.own(), 0));
        CmId active = client.connecting(bound, ConnParam.defaults());

        CmEvent rejected = client.expect(CmEventType.REJECTED, active);
        assertThat(rejected.status()).isEqualTo(8);
        assertThat(rejected.rejectReason()).isEqualTo(RejectReason.INVALID_SERVICE_ID);
    }

    @Test
    void anIdentifierIsClosedWithRequestsAndEventsPending() throws Exception {
        CmId listener = server.listener(PortSpace.TCP);
        CmId first = client.connecting(listener, ConnParam.defaults());
        CmEvent taken = server.expect(CmEventType.CONNECT_REQUEST);
        CmId second = client.connecting(listener, ConnParam.defaults());

        listener.close();
        // The request has reached the listener, or not yet.
        assertThat(client.expect(CmEventType.REJECTED, second).rejectReason())
                .isIn(RejectReason.CONSUMER_DEFINED, RejectReason.INVALID_SERVICE_ID);
        second.close();
        taken.id().close();
        first.close();

        assertThat(taken.type()).isEqualTo(CmEventType.CONNECT_REQUEST);
        assertThat(server.channel().nextEvent()).isEmpty();
        assertThat(client.channel().nextEvent()).isEmpty();
    }

    @Test
    void aClosedIdentifierEndsItsConnection() throws Exception {
        CmId active = client.connecting(server.listener(PortSpace.TCP), ConnParam.defaults());
        CmId passive = accepted();
        client.expect(CmEventType.ESTABLISHED, active);
        server.expect(CmEventType.ESTABLISHED, passive);

        active.close();

        assertThat(server.expect(CmEventType.DISCONNECTED, passive).status()).isZero();
    }

    @Test
    void theOptionsOfThePeerAreKnown() throws Exception {
        CmId listener = server.listener(PortSpace.TCP);
        CmId active = client.resolved(PortSpace.TCP, listener.localAddress().orElseThrow());
        assertThat(active.remoteEce()).isEqualTo(Ece.NONE);
        active.setLocalEce(new Ece(0x15B3, 0x5));
        active.connect(ConnParam.builder().qpNum(0x1234).build());

        CmId passive = server.expect(CmEventType.CONNECT_REQUEST).id();
        assertThat(passive.remoteEce()).isEqualTo(new Ece(0x15B3, 0x5));
        passive.rejectEce(NO_DATA);

        assertThat(client.expect(CmEventType.REJECTED, active).rejectReason())
                .isEqualTo(RejectReason.VENDOR_OPTION_NOT_SUPPORTED);
    }

    // ---------------------------------------------------------------- listeners

    @Test
    void theRequestsBeyondTheBacklogAreRepeated() throws Exception {
        CmId listener = server.listener(PortSpace.TCP, new InetSocketAddress(Station.own(), 0), 1);
        Set<String> expected = new HashSet<>();
        List<CmId> actives = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            expected.add("client " + i);
            actives.add(client.connecting(listener, with("client " + i)));
        }

        Set<String> seen = new HashSet<>();
        List<CmId> passives = new ArrayList<>();
        for (CmId active : actives) {
            CmEvent request = server.expect(CmEventType.CONNECT_REQUEST);
            seen.add(StandardCharsets.UTF_8
                    .decode(request.privateData())
                    .toString()
                    .replace("\0", ""));
            passives.add(request.id());
        }

        assertThat(seen).isEqualTo(expected);
        passives.forEach(passive -> passive.reject(NO_DATA));
        for (CmId active : actives) {
            client.expect(CmEventType.REJECTED);
        }
    }

    @Test
    void aListenerOnTheWildcardAddressAcceptsBothFamilies() throws Exception {
        CmId listener = server.listener(PortSpace.TCP, new InetSocketAddress(Station.address("::"), 0), 0);
        int port = listener.localAddress().orElseThrow().getPort();
        assertThat(port).isPositive();
        assertThat(listener.verbs()).isEmpty();
        assertThat(listener.peerAddress()).isEmpty();

        for (InetSocketAddress address :
                List.of(new InetSocketAddress(Station.own(), port), new InetSocketAddress(Station.ownIpv6(), port))) {
            CmId active = client.resolved(PortSpace.TCP, address);
            active.createQp(Station.qpInitAttr());
            active.connect(ConnParam.defaults());
            CmId passive = accepted();
            assertThat(passive.localAddress()).contains(address);
            assertThat(passive.verbs().orElseThrow().device().name()).isEqualTo("rxe0");
            client.expect(CmEventType.ESTABLISHED, active);
            server.expect(CmEventType.ESTABLISHED, passive);
        }
    }

    @Test
    void aPortIsSharedOnlyIfBothSidesPermitIt() {
        CmId first = server.id(PortSpace.TCP);
        first.setReuseAddr(true);
        first.bindAddr(new InetSocketAddress(Station.own(), 0));
        InetSocketAddress address = first.localAddress().orElseThrow();

        assertFails(Errno.EADDRINUSE, () -> server.id(PortSpace.TCP).bindAddr(address));
        CmId second = server.id(PortSpace.TCP);
        second.setReuseAddr(true);
        second.bindAddr(address);
        assertThat(second.localAddress()).contains(address);
        server.id(PortSpace.UDP).bindAddr(address);
    }

    // ---------------------------------------------------------------- addresses and routes

    @Test
    void aResolvedIdentifierHasItsDeviceAddressesAndPath() throws Exception {
        InetSocketAddress peer = new InetSocketAddress(Station.own(), 7000);
        CmId id = client.id(PortSpace.TCP);
        assertThat(id.verbs()).isEmpty();
        assertThat(id.portNum()).isZero();
        assertThat(id.localAddress()).isEmpty();
        assertThat(id.peerAddress()).isEmpty();
        id.setTos(0x60);
        id.setAckTimeout(14);
        id.resolveAddr(new InetSocketAddress(Station.own(), 0), peer, RESOLUTION);
        client.expect(CmEventType.ADDR_RESOLVED, id);

        assertThat(id.verbs().orElseThrow().device().name()).isEqualTo("rxe0");
        assertThat(id.portNum()).isEqualTo(1);
        assertThat(id.peerAddress()).contains(peer);
        InetSocketAddress local = id.localAddress().orElseThrow();
        assertThat(local.getAddress()).isEqualTo(Station.own());
        assertThat(local.getPort()).isPositive();
        assertThat(id.path()).isEmpty();

        id.resolveRoute(RESOLUTION);
        client.expect(CmEventType.ROUTE_RESOLVED, id);
        SaPathRec path = id.path().orElseThrow();
        Gid own = Station.gid(Station.own());
        assertThat(path.sgid()).isEqualTo(own);
        assertThat(path.dgid()).isEqualTo(own);
        assertThat(path.hopLimit()).isEqualTo(64);
        assertThat(path.trafficClass()).isEqualTo(0x60);
        assertThat(path.packetLifeTime()).isEqualTo(13);
        assertThat(path.pkey()).isEqualTo(0xFFFF);
        assertThat(path.flowLabel()).isEqualTo((local.getPort() * 31L + 7000) & 0xF_FFFF);
        assertThat(path.mtu()).isEqualTo(Mtu.BYTES_4096);
        assertThat(path.reversible()).isEqualTo(1);
    }

    @Test
    void anAddressWithoutAHostIsNotResolved() throws Exception {
        CmId id = client.id(PortSpace.TCP);
        id.resolveAddr(new InetSocketAddress(Station.address("10.99.0.77"), 7000), Duration.ofSeconds(1));

        assertThat(client.expect(CmEventType.ADDR_ERROR, id).status()).isEqualTo(-Errno.ETIMEDOUT.number());
        client.resolve(id, new InetSocketAddress(Station.own(), 7000));
    }

    @Test
    void addressesAreRefused() {
        assertFails(
                Errno.EADDRNOTAVAIL,
                () -> client.id(PortSpace.TCP).bindAddr(new InetSocketAddress(Station.address("203.0.113.1"), 0)));
        assertFails(
                Errno.ENETUNREACH,
                () -> client.id(PortSpace.TCP)
                        .resolveAddr(new InetSocketAddress(Station.address("203.0.113.1"), 1), RESOLUTION));
        assertFails(
                Errno.EINVAL,
                () -> client.id(PortSpace.TCP)
                        .resolveAddr(
                                new InetSocketAddress(Station.own(), 0),
                                new InetSocketAddress(Station.ownIpv6(), 1),
                                RESOLUTION));
    }

    // ---------------------------------------------------------------- datagrams

    @Test
    void aDatagramServiceIsResolved() throws Exception {
        CmId listener = server.listener(PortSpace.UDP);
        CmId active = client.connecting(listener, with("who are you"));
        Mailbox near = new Mailbox(active.qp().orElseThrow());
        CmEvent request = server.expect(CmEventType.CONNECT_REQUEST);
        assertThat(request.privateData()).isEqualTo(padded("who are you", 180));
        assertThat(request.conn()).isEmpty();
        assertThat(request.ud()).isEmpty();
        CmId passive = request.id();
        Mailbox far = new Mailbox(passive.createQp(Station.qpInitAttr()));
        passive.accept(with("a service"));

        CmEvent established = client.expect(CmEventType.ESTABLISHED, active);
        assertThat(established.privateData()).isEqualTo(padded("a service", 136));
        UdParam service = established.ud().orElseThrow();
        assertThat(service.qpNum()).isEqualTo(far.qpNum());
        assertThat(service.qkey()).isEqualTo(UdParam.UDP_QKEY);
        AddressHandle to = active.pd().orElseThrow().createAh(service.ahAttr());
        near.send("datagram", to, service.qpNum(), service.qkey());
        assertThat(far.receive()).isEqualTo("datagram");
    }

    @Test
    void aDatagramServiceIsRefused() throws Exception {
        CmId listener = server.listener(PortSpace.UDP);
        CmId active = client.connecting(listener, ConnParam.defaults());
        server.expect(CmEventType.CONNECT_REQUEST).id().reject(data("closed"));
        CmEvent refused = client.expect(CmEventType.UNREACHABLE, active);
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.privateData()).isEqualTo(padded("closed", 136));

        InetSocketAddress address = listener.localAddress().orElseThrow();
        listener.close();
        CmId late = client.resolved(PortSpace.UDP, address);
        late.createQp(Station.qpInitAttr());
        late.connect(ConnParam.defaults());
        assertThat(client.expect(CmEventType.UNREACHABLE, late).status()).isEqualTo(1);
    }

    @Test
    void aMemberOfAMulticastGroupReceivesDatagrams() throws Exception {
        CmId member = bound(server);
        Mailbox inbox = new Mailbox(member.createQp(Station.qpInitAttr()));
        CmId sender = bound(client);
        Mailbox outbox = new Mailbox(sender.createQp(Station.qpInitAttr()));

        MulticastGroup joined = member.joinMulticast(Station.address(GROUP), JoinFlag.FULLMEMBER);
        CmEvent join = server.expect(CmEventType.MULTICAST_JOIN, member);
        assertThat(join.group()).containsSame(joined);
        assertThat(join.privateData()).isEqualTo(NO_DATA);
        MulticastGroup sending = sender.joinMulticast(Station.address(GROUP), JoinFlag.SENDONLY_FULLMEMBER);
        CmEvent sendOnly = client.expect(CmEventType.MULTICAST_JOIN, sender);
        assertThat(sendOnly.group()).containsSame(sending);

        UdParam group = sendOnly.ud().orElseThrow();
        assertThat(group.qpNum()).isEqualTo(UdParam.MULTICAST_QPN);
        assertThat(group.qkey()).isEqualTo(UdParam.UDP_QKEY);
        assertThat(group.ahAttr().grh().orElseThrow().dgid()).isEqualTo(Station.gid(Station.address(GROUP)));
        AddressHandle to = sender.pd().orElseThrow().createAh(group.ahAttr());
        outbox.send("to all", to, group.qpNum(), group.qkey());
        assertThat(inbox.receive()).isEqualTo("to all");

        joined.close();
        sending.close();
        sending.close();
    }

    private static CmId bound(Station station) {
        CmId id = station.id(PortSpace.UDP);
        id.bindAddr(new InetSocketAddress(Station.own(), 0));
        return id;
    }

    @Test
    void groupsAreRefused() throws Exception {
        CmId six = server.id(PortSpace.UDP);
        six.bindAddr(new InetSocketAddress(Station.ownIpv6(), 0));
        assertFails(ENOTSUPP, () -> six.joinMulticast(Station.address("ff0e::99"), JoinFlag.FULLMEMBER));

        CmId four = bound(server);
        assertFails(Errno.EINVAL, () -> four.joinMulticast(Station.address("0.0.0.0"), JoinFlag.FULLMEMBER));
        CmId withoutDevice = server.id(PortSpace.UDP);
        assertFails(Errno.EINVAL, () -> withoutDevice.joinMulticast(Station.address(GROUP), JoinFlag.FULLMEMBER));
        CmId connected = server.id(PortSpace.TCP);
        connected.bindAddr(new InetSocketAddress(Station.own(), 0));
        assertFails(Errno.EINVAL, () -> connected.joinMulticast(Station.address(GROUP), JoinFlag.FULLMEMBER));
    }

    // ---------------------------------------------------------------- states

    @Test
    void aCallInTheWrongStateFails() throws Exception {
        InetSocketAddress own = new InetSocketAddress(Station.own(), 0);
        CmId idle = client.id(PortSpace.TCP);
        assertFails(Errno.EINVAL, () -> idle.resolveRoute(RESOLUTION));
        assertFails(Errno.EINVAL, () -> idle.connect(ConnParam.defaults()));
        assertFails(Errno.EINVAL, () -> idle.accept(ConnParam.defaults()));
        assertFails(Errno.EINVAL, () -> idle.reject(NO_DATA));
        assertFails(Errno.EINVAL, idle::disconnect);
        assertFails(Errno.EINVAL, idle::establish);
        assertFails(Errno.EINVAL, () -> idle.initQpAttr(QpState.RTR));

        CmId bound = client.id(PortSpace.TCP);
        bound.bindAddr(own);
        assertFails(Errno.EINVAL, () -> bound.bindAddr(own));
        assertFails(Errno.EINVAL, () -> bound.resolveRoute(RESOLUTION));
        assertFails(Errno.EINVAL, () -> bound.connect(ConnParam.defaults()));
        assertFails(Errno.EINVAL, () -> bound.accept(ConnParam.defaults()));
        assertFails(Errno.EINVAL, () -> bound.reject(NO_DATA));
        assertFails(Errno.EINVAL, bound::disconnect);

        CmId resolved = client.resolved(PortSpace.TCP, new InetSocketAddress(Station.own(), 7000));
        assertFails(Errno.EINVAL, () -> resolved.listen(1));
        assertFails(Errno.EINVAL, () -> resolved.resolveAddr(own, RESOLUTION));
        assertFails(Errno.EINVAL, () -> resolved.accept(ConnParam.defaults()));

        CmId waiting = client.connecting(server.listener(PortSpace.TCP), ConnParam.defaults());
        assertFails(Errno.EINVAL, () -> waiting.connect(ConnParam.defaults()));
        assertFails(Errno.EINVAL, () -> waiting.initQpAttr(QpState.RTR));
        assertFails(Errno.EINVAL, waiting::establish);

        CmId datagrams = client.id(PortSpace.UDP);
        assertFails(Errno.EINVAL, () -> datagrams.setAckTimeout(14));
    }

    @Test
    void aNotificationEstablishesTheConnection() throws Exception {
        CmId active = client.connecting(server.listener(PortSpace.TCP), ConnParam.defaults());
        CmId passive = accepted();
        passive.notifyEvent(AsyncEventType.COMM_EST);

        server.expect(CmEventType.ESTABLISHED, passive);
        assertFails(Errno.EISCONN, () -> passive.notifyEvent(AsyncEventType.COMM_EST));
        client.expect(CmEventType.ESTABLISHED, active);
    }

    @Test
    void anIdentifierMigratesWithItsEvents() throws Exception {
        CmId listener = server.listener(PortSpace.TCP);
        CmId active = client.connecting(listener, ConnParam.defaults());
        server.expect(CmEventType.CONNECT_REQUEST).id().reject(NO_DATA);
        try (var channel = client.channel().manager().createEventChannel()) {
            active.migrate(channel);

            CmEvent rejected = channel.nextEvent(Station.PATIENCE).orElseThrow();
            assertThat(rejected.type()).isEqualTo(CmEventType.REJECTED);
            assertThat(rejected.id()).isSameAs(active);
            assertThat(active.channel()).isSameAs(channel);
            assertThat(client.channel().nextEvent()).isEmpty();
        }
        assertThat(active.isClosed()).isTrue();
    }
}
