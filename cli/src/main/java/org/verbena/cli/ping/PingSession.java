package org.verbena.cli.ping;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.verbena.DeviceContext;
import org.verbena.VerbsException;
import org.verbena.connect.ConnectRequest;
import org.verbena.connect.Connection;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorListener;
import org.verbena.connect.PeerPair;

/**
 * A ping with a device, in one of three ways.
 *
 * @param context the device
 * @param connector connects the queue pairs
 * @param stopped asked again and again whether to end before all is done
 */
public record PingSession(DeviceContext context, Connector connector, BooleanSupplier stopped) {
    /** How long a handshake may take. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    /** How long both sides stay together: until one says that it has done. */
    private static final Duration LONG = Duration.ofDays(365);

    /** How long a stop may go unnoticed while nobody comes; a busy host needs its time to say what it wants. */
    private static final Duration A_MOMENT = Duration.ofSeconds(5);

    /**
     * Pings from one queue pair of the device to another one, in this thread.
     *
     * @param progress is told how many round trips there have been
     * @throws VerbsException if the device refuses anything
     */
    public PingResult loopback(PingPlan plan, LongConsumer progress) {
        PingEnd near = PingEnd.open(context, plan, connector);
        PingEnd far = PingEnd.open(context, plan, connector);
        PeerPair peers = connector.connect(near.qp(), far.qp());
        near.meet(peers.ofFirst());
        far.meet(peers.ofSecond());
        return new Pinger(near, plan, new Answerer(far)::poll).run(stopped, progress);
    }

    /**
     * Pings somebody who {@linkplain #answer answers}.
     *
     * @param progress is told how many round trips there have been
     * @throws ConnectorException if there is nobody, or nobody of the same kind
     * @throws VerbsException if the device refuses anything
     */
    public PingResult connect(InetSocketAddress address, PingPlan plan, LongConsumer progress) {
        PingEnd end = PingEnd.open(context, plan, connector);
        try (Connection connection = connector.connect(end.qp(), address, plan.toPrivateData(), HANDSHAKE)) {
            end.meet(connection.peer());
            PingResult result = new Pinger(end, plan, () -> {}).run(stopped, progress);
            return result.failure().isPresent() ? result : goodbye(connection, result);
        }
    }

    private static PingResult goodbye(Connection connection, PingResult result) {
        try {
            connection.sync(HANDSHAKE);
            return result;
        } catch (ConnectorException e) {
            return result.failed("the other side did not say goodbye: " + e.getMessage());
        }
    }

    /**
     * Waits for somebody who {@linkplain #connect connects}, and answers.
     *
     * @param ours what the other side does not say: whether to post inline
     * @return how many messages were answered; empty if it was stopped before somebody came
     * @throws ConnectorException if the other side goes away without goodbye, or is not of the same kind
     * @throws PingException if what comes is wrong
     * @throws VerbsException if the device refuses anything
     */
    public Optional<Answered> answer(ConnectorListener listener, PingPlan ours) {
        while (!stopped.getAsBoolean()) {
            try (ConnectRequest request = listener.nextRequest(A_MOMENT)) {
                return Optional.of(answer(request, ours));
            } catch (ConnectorException e) {
                if (e.reason() != ConnectorException.Reason.TIMED_OUT) {
                    throw e;
                }
            }
        }
        return Optional.empty();
    }

    private Answered answer(ConnectRequest request, PingPlan ours) {
        PingPlan plan;
        PingEnd end;
        try {
            plan = ours.answering(request.remote().qpType(), request.privateData());
            end = PingEnd.open(context, plan, connector);
        } catch (PingException | VerbsException e) {
            request.reject(String.valueOf(e.getMessage()));
            throw e;
        }
        try (Connection connection = request.accept(end.qp(), Connector.nothing(), HANDSHAKE);
                Goodbye goodbye = new Goodbye(connection, LONG)) {
            end.meet(connection.peer());
            Answerer answerer = new Answerer(end);
            answerer.run(() -> goodbye.isSaid() || stopped.getAsBoolean());
            goodbye.requirePolite();
            return new Answered(plan, answerer.answered());
        }
    }

    /**
     * What the side that answers has to tell.
     *
     * @param plan what the other side asked for
     * @param messages how many messages were answered
     */
    public record Answered(PingPlan plan, long messages) {}
}
