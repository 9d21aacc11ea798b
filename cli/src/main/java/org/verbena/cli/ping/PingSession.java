// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.verbena.DeviceContext;
import org.verbena.cli.text.CommandException;
import org.verbena.connect.ConnectRequest;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.PeerPair;
import org.verbena.error.VerbsException;

/**
 * A ping with one device. A session pings within the device, pings a peer, or answers a peer.
 *
 * @param context the device
 * @param connector the connector of the queue pairs
 * @param handshake the timeout of each step of the handshake with the peer
 * @param stopped returns whether to stop early; polled repeatedly
 */
public record PingSession(DeviceContext context, Connector connector, Duration handshake, BooleanSupplier stopped) {
    /** The pause after the system failed to accept a connection. */
    private static final Duration RETRY = Duration.ofMillis(200);

    /** The timeout of the wait for the peer's shutdown, in effect unlimited. */
    private static final Duration LONG = Duration.ofDays(365);

    /**
     * Pings from one queue pair of the device to another one, in the current thread.
     *
     * @param progress receives the number of completed round trips
     * @throws VerbsException if the device rejects a request
     */
    public PingResult loopback(PingPlan plan, LongConsumer progress) {
        PingEnd near = PingEnd.open(context, plan, connector);
        PingEnd far = PingEnd.open(context, plan, connector);
        PeerPair peers = connector.connect(near.qp(), far.qp());
        near.meet(peers.ofFirst());
        far.meet(peers.ofSecond());
        return new Pinger(near, plan, new Ponger(far)::poll).run(stopped, progress);
    }

    /**
     * Pings a peer that {@linkplain #answer answers}.
     *
     * @param progress receives the number of completed round trips
     * @throws ConnectorException if the connection to the peer fails, or the peer is incompatible
     * @throws VerbsException if the device rejects a request
     */
    public PingResult connect(InetSocketAddress address, PingPlan plan, LongConsumer progress) {
        PingEnd end = PingEnd.open(context, plan, connector);
        try (Connection connection = connector.connect(end.qp(), address, plan.toPrivateData(), handshake)) {
            end.meet(connection.peer());
            PingResult result = new Pinger(end, plan, () -> {}).run(stopped, progress);
            return result.failure().isPresent() ? result : awaitPeer(connection, result);
        }
    }

    private PingResult awaitPeer(Connection connection, PingResult result) {
        try {
            connection.sync(handshake);
            return result;
        } catch (ConnectorException e) {
            return result.failed("the peer did not finish: " + e.getMessage());
        }
    }

    /**
     * Waits for a peer that {@linkplain #connect connects}, and answers it. A connection that fails before both queue
     * pairs are connected does not end the wait, because any host can reach the port.
     *
     * @param ours the settings that the peer does not send: whether to post inline
     * @param failures receives the failed connections
     * @param connected called when a peer has connected
     * @return the number of answered messages; empty if the session was stopped before a peer connected
     * @throws ConnectorException if the connected peer closes the connection before it has finished
     * @throws CommandException if a message is wrong
     * @throws VerbsException if the device rejects a request while it answers a message
     */
    public Optional<Answered> answer(
            ConnectorListener listener, PingPlan ours, FailedConnections failures, Runnable connected) {
        while (!stopped.getAsBoolean()) {
            Optional<Accepted> accepted = accept(listener, ours, failures);
            if (accepted.isPresent()) {
                connected.run();
                return Optional.of(answer(accepted.get()));
            }
        }
        return Optional.empty();
    }

    private Optional<Accepted> accept(ConnectorListener listener, PingPlan ours, FailedConnections failures) {
        try (ConnectRequest request = listener.nextRequest(handshake)) {
            try {
                return Optional.of(accept(request, ours));
            } catch (ConnectorException | CommandException | VerbsException e) {
                failures.add(Optional.of(request.remoteAddress()), e);
            }
        } catch (ConnectorException e) {
            // An exception without a peer is a failure of the listener: it lacks connections or descriptors, or a stop
            // closed it.
            boolean expected =
                    e.peer().isEmpty() && (e.reason() == ConnectorException.Reason.TIMED_OUT || stopped.getAsBoolean());
            if (!expected) {
                failures.add(e.peer(), e);
            }
            if (!expected && e.peer().isEmpty()) {
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
        return Optional.empty();
    }

    private Accepted accept(ConnectRequest request, PingPlan ours) {
        PingPlan plan;
        PingEnd end;
        try {
            plan = ours.answering(request.remote().qpType(), request.privateData());
            end = PingEnd.open(context, plan, connector);
        } catch (CommandException | VerbsException e) {
            request.reject(String.valueOf(e.getMessage()));
            throw e;
        }
        try {
            return new Accepted(plan, end, request.accept(end.qp(), handshake));
        } catch (ConnectorException | VerbsException e) {
            end.close();
            throw e;
        }
    }

    private record Accepted(PingPlan plan, PingEnd end, Connection connection) {}

    private Answered answer(Accepted accepted) {
        PingPlan plan = accepted.plan();
        PingEnd end = accepted.end();
        try (Connection connection = accepted.connection();
                PeerShutdown peerShutdown = new PeerShutdown(connection, LONG)) {
            end.meet(connection.peer());
            Ponger ponger = new Ponger(end);
            ponger.run(() -> peerShutdown.hasEnded() || stopped.getAsBoolean());
            peerShutdown.requireNoFailure();
            return new Answered(plan, ponger.answered());
        }
    }

    /**
     * The result of the answering side.
     *
     * @param plan the plan that the peer requested
     * @param messages the number of answered messages
     */
    public record Answered(PingPlan plan, long messages) {}

    /** The failed connections of a listening side. The first ones are printed, and all are counted. */
    public static final class FailedConnections {
        /** The number of printed failures: enough to show a port scan, but a flood does not fill the log. */
        private static final int PRINTED = 20;

        private final Consumer<String> lines;
        private long count;

        /**
         * Creates an instance with the count 0.
         *
         * @param lines receives one line for each of the first failures
         */
        public FailedConnections(Consumer<String> lines) {
            this.lines = lines;
        }

        void add(Optional<InetSocketAddress> peer, RuntimeException failure) {
            count++;
            if (count <= PRINTED) {
                // A host name would require a lookup. The message may contain text of the peer, including line ends.
                String who = peer.map(address -> address.getAddress().getHostAddress() + ":" + address.getPort() + ": ")
                        .orElse("");
                lines.accept(who + String.valueOf(failure.getMessage()).replace('\n', ' '));
            } else if (count == PRINTED + 1) {
                lines.accept("further failed connections are counted but not printed");
            }
        }

        /** {@return the number of failed connections} */
        public long count() {
            return count;
        }
    }
}
