// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.VerbsProvider;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmConnectorSettings;
import org.verbena.cm.CmListener;
import org.verbena.cm.ConnectionManager;

/** Connects pairs of identifiers. */
final class IdPairMaker {
    private static final long SECONDS = 60;

    private IdPairMaker() {}

    /**
     * Connects a pair to the IPv4 address of a device.
     *
     * @param provider the provider
     * @param server a context of the device that accepts
     * @param closers receives the actions that close what is created; the last one runs first
     */
    static IdPair connect(VerbsProvider provider, DeviceContext server, Deque<Runnable> closers) {
        QpInitAttr attr = QpInitAttr.builder()
                .maxSendWr(PairEnd.DEPTH)
                .maxRecvWr(PairEnd.DEPTH)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build();
        ConnectionManager manager = ConnectionManager.open(provider);
        closers.push(manager::close);
        CmConnector connector = CmConnector.create(
                manager, CmConnectorSettings.builder().qpInitAttr(attr).build());
        closers.push(connector::close);
        CmListener listener = connector.listen(new InetSocketAddress(addressOf(server), 0));
        closers.push(listener::close);
        CompletableFuture<CmConnection> accepted = listener.acceptAsync();
        CmConnection client = await(connector.connectAsync(listener.localAddress()));
        return new IdPair(client, await(accepted));
    }

    private static InetAddress addressOf(DeviceContext context) {
        return context.queryGidTable().stream()
                .map(GidEntry::gid)
                .filter(Gid::isMappedIpv4)
                .map(Gid::toInetAddress)
                .findFirst()
                .orElseThrow(() -> InvalidArguments.invalid(
                        "gid",
                        "none",
                        "an IPv4 address",
                        context.device().name() + " needs one, because rdma_cm connects by IP address"));
    }

    private static CmConnection await(CompletableFuture<CmConnection> connection) {
        try {
            return connection.get(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while identifiers are being connected", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("no connection within " + SECONDS + " seconds", e);
        }
    }
}
