// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.verbena.QpInitAttr;
import org.verbena.VerbsProvider;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.cm.AddrInfo;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmConnectorSettings;
import org.verbena.cm.CmEndpoint;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.CmListener;
import org.verbena.cm.CmProvider;
import org.verbena.cm.CmRequest;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.PortSpace;

/** The objects of connection management on a target. A provider without it has none. */
final class CmObjects {
    private static final Duration SHORT = Duration.ofMillis(500);

    private final CallTarget target;
    private final VerbsProvider provider;

    CmObjects(CallTarget target, VerbsProvider provider) {
        this.target = target;
        this.provider = provider;
    }

    /** Adds makers of all objects to the target. */
    void add() {
        target.add(
                CmProvider.class,
                () -> Optional.of(provider)
                        .filter(CmProvider.class::isInstance)
                        .map(CmProvider.class::cast)
                        .orElseThrow(() -> new IllegalStateException("no connection management")));
        target.add(ConnectionManager.class, () -> target.opened(ConnectionManager.open(provider)));
        target.add(
                EventChannel.class, () -> target.of(ConnectionManager.class, 0).createEventChannel());
        target.add(CmId.class, () -> id(PortSpace.TCP));
        target.add(CmId.class, () -> bound(PortSpace.UDP));
        target.add(CmId.class, this::listening);
        target.add(CmId.class, this::resolved);
        target.add(CmEvent.class, this::event);
        target.add(MulticastGroup.class, this::group);
        // Names would be looked up on the network.
        target.add(AddrInfo.Hints.class, () -> AddrInfo.hints().numericHost());
        target.add(AddrInfo.class, () -> new AddrInfo(PortSpace.TCP, Optional.of(local()), Optional.empty()));
        target.add(CmConnectorSettings.class, CmObjects::settings);
        target.add(CmConnector.class, this::connector);
        target.add(
                CmListener.class,
                () -> target.opened(target.of(CmConnector.class, 0).listen(local())));
        target.add(CmRequest.class, this::incoming);
        target.add(CmConnection.class, () -> connection(target.of(CmRequest.class, 0)));
        target.add(CmEndpoint.class, this::endpoint);
    }

    private CmId id(PortSpace portSpace) {
        return target.of(EventChannel.class, 0).createId(portSpace);
    }

    private CmId bound(PortSpace portSpace) {
        CmId id = id(portSpace);
        id.bindAddr(local());
        return id;
    }

    private CmId listening() {
        CmId id = bound(PortSpace.TCP);
        id.listen(4);
        return id;
    }

    private CmId resolved() {
        CmId id = id(PortSpace.TCP);
        id.resolveAddr(local(), SHORT);
        await(CmEventType.ADDR_RESOLVED);
        return id;
    }

    private CmEvent event() {
        id(PortSpace.TCP).resolveAddr(local(), SHORT);
        return await(CmEventType.ADDR_RESOLVED);
    }

    private CmEvent await(CmEventType type) {
        try {
            return target.of(EventChannel.class, 0)
                    .nextEvent(SHORT)
                    .filter(event -> event.type() == type)
                    .orElseThrow(() -> new IllegalStateException("no " + type));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private MulticastGroup group() {
        return bound(PortSpace.UDP).joinMulticast(address(239, 1, 2, 3), JoinFlag.FULLMEMBER);
    }

    private static CmConnectorSettings settings() {
        return CmConnectorSettings.builder()
                .resolveTimeout(SHORT)
                .timeout(SHORT)
                .qpInitAttr(QpInitAttr.builder()
                        .maxSendWr(4)
                        .maxRecvWr(4)
                        .maxSendSge(1)
                        .maxRecvSge(1)
                        .build())
                .build();
    }

    private CmConnector connector() {
        return target.opened(CmConnector.create(target.of(ConnectionManager.class, 0), settings()));
    }

    private CmRequest incoming() {
        CmListener listener = target.of(CmListener.class, 0);
        target.remember(target.of(CmConnector.class, 0).connectAsync(listener.localAddress()));
        try {
            return target.opened(
                    listener.nextRequest(SHORT).orElseThrow(() -> new IllegalStateException("no request arrived")));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private CmConnection connection(CmRequest request) {
        CompletableFuture<CmConnection> accepted = request.acceptAsync();
        target.remember(accepted);
        return target.opened(accepted.join());
    }

    private CmEndpoint endpoint() {
        try {
            return target.opened(
                    CmEndpoint.create(target.of(ConnectionManager.class, 0), target.of(AddrInfo.class, 0), null));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the first IPv4 address of the device with a free port. */
    private InetSocketAddress local() {
        return target.fixture().context().queryGidTable().stream()
                .map(GidEntry::gid)
                .filter(Gid::isMappedIpv4)
                .findFirst()
                .map(gid -> new InetSocketAddress(gid.toInetAddress(), 0))
                .orElseThrow(() -> new IllegalStateException("the device has no IPv4 address"));
    }

    private static InetAddress address(int... bytes) {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
