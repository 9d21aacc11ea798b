// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.verbena.QpInitAttr;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;

/**
 * Sets up and tears down many connections between two managers at the same time, in one thread. The client ends half of
 * them, and the server ends the others. A failed connection is opened again.
 */
final class LossyConnections {
    private static final Duration RESOLUTION = Duration.ofSeconds(30);

    /** The time without an event after which the test fails. A peer repeats a message 15 times, every 4.6 seconds. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Duration MOMENT = Duration.ofMillis(1);

    private final EventChannel clients;
    private final EventChannel servers;
    private final InetSocketAddress address;

    /** The connections by the identifier of the client, with their numbers. */
    private final Map<CmId, Integer> active = new HashMap<>();

    /** The connections by the identifier of the server, with their numbers. */
    private final Map<CmId, Integer> passive = new HashMap<>();

    private final Set<CmId> established = new HashSet<>();
    private int ended;
    private int failed;

    LossyConnections(ConnectionManager client, ConnectionManager server, InetSocketAddress address) {
        clients = client.createEventChannel();
        servers = server.createEventChannel();
        CmId listener = servers.createId(PortSpace.TCP);
        listener.bindAddr(address);
        listener.listen(0);
        this.address = listener.localAddress().orElseThrow();
    }

    /**
     * Opens connections, and waits until all have been established and have ended on both sides.
     *
     * @param count the number of connections
     */
    void run(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            open(i);
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!active.isEmpty() || !passive.isEmpty()) {
            boolean any = clients.nextEvent(MOMENT).map(this::client).isPresent();
            any |= servers.nextEvent(MOMENT).map(this::server).isPresent();
            if (any) {
                deadline = System.nanoTime() + PATIENCE.toNanos();
            } else if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "no event for " + PATIENCE + "; clients " + active + ", servers " + passive + ", " + this);
            }
        }
        if (ended != count) {
            throw new AssertionError("expected " + count + " connections: " + this);
        }
    }

    private void open(int number) {
        CmId id = clients.createId(PortSpace.TCP);
        active.put(id, number);
        id.resolveAddr(address, RESOLUTION);
    }

    private static boolean endsAtClient(int number) {
        return number % 2 == 0;
    }

    private CmEventType client(CmEvent event) {
        CmId id = event.id();
        switch (event.type()) {
            case ADDR_RESOLVED -> id.resolveRoute(RESOLUTION);
            case ROUTE_RESOLVED -> connect(id);
            case ESTABLISHED -> {
                established.add(id);
                if (endsAtClient(active.get(id))) {
                    id.disconnect();
                }
            }
            case DISCONNECTED -> {
                int number = active.remove(id);
                if (established.remove(id) && event.status() == 0) {
                    ended++;
                } else {
                    failed++;
                    open(number);
                }
                close(id);
            }
            case UNREACHABLE, REJECTED, CONNECT_ERROR -> {
                failed++;
                open(active.remove(id));
                close(id);
            }
            default -> {}
        }
        return event.type();
    }

    private void connect(CmId id) {
        id.createQp(qp());
        ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).putInt(0, active.get(id));
        id.connect(ConnParam.builder().privateData(number).build());
    }

    private CmEventType server(CmEvent event) {
        CmId id = event.id();
        switch (event.type()) {
            case CONNECT_REQUEST -> {
                passive.put(id, event.privateData().getInt(0));
                id.createQp(qp());
                id.accept(ConnParam.defaults());
            }
            case ESTABLISHED -> {
                if (!endsAtClient(passive.get(id))) {
                    id.disconnect();
                }
            }
            case DISCONNECTED, UNREACHABLE, REJECTED -> {
                passive.remove(id);
                close(id);
            }
            default -> {}
        }
        return event.type();
    }

    private static QpInitAttr qp() {
        return QpInitAttr.builder()
                .maxSendWr(1)
                .maxRecvWr(1)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build();
    }

    /** Closes an identifier. If the peer has disconnected, the close answers its DREQ. */
    private static void close(CmId id) {
        id.destroyQp();
        id.close();
    }

    @Override
    public String toString() {
        return ended + " connections established and ended, " + failed + " attempts failed";
    }
}
