// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.verbena.cli.command.Interruption;
import org.verbena.cli.text.CommandException;
import org.verbena.cm.AddrInfo;
import org.verbena.cm.CmEndpoint;
import org.verbena.cm.ConnParam;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.PortSpace;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;

/**
 * A ping over RC whose peers connect by the connection manager. The address selects the device.
 *
 * @param manager the manager
 * @param stopped returns whether to stop early
 */
public record CmPing(ConnectionManager manager, Interruption stopped) {
    /** The first bytes of the private data. The size of a message follows. Other programs do not send them. */
    private static final int MAGIC = 0x5642_4E41;

    private static final int REJECT_DATA = 148;

    /** The number of polls for a message for each poll of the event channel, which is a system call. */
    private static final int POLLS_PER_EVENT = 64;

    /**
     * Pings a peer that {@linkplain #answer answers}.
     *
     * @param progress receives the number of completed round trips
     * @throws VerbsException if the connection fails, or the device rejects a request
     */
    public PingResult connect(InetSocketAddress address, PingPlan plan, LongConsumer progress) {
        AddrInfo info = new AddrInfo(PortSpace.TCP, Optional.empty(), Optional.of(address));
        try (CmEndpoint endpoint = CmEndpoint.create(manager, info, null);
                PingEnd end = PingEnd.open(endpoint.id(), plan)) {
            ByteBuffer data = ByteBuffer.allocate(Long.BYTES).putInt(MAGIC).put(plan.toPrivateData());
            endpoint.connect(ConnParam.builder().privateData(data.flip()).build());
            PingResult result = new Pinger(end, plan, () -> {}).run(stopped, progress);
            endpoint.disconnect();
            return result;
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /**
     * Waits for a peer that {@linkplain #connect connects}, and answers it. A connection that fails before it is
     * established does not end the wait, because any host can reach the port.
     *
     * @param ours the settings that the peer does not send: whether to post inline
     * @param listening receives the address of the listener
     * @param failures receives the failed connections
     * @return the number of answered messages; empty if the ping was stopped before a peer connected
     * @throws CommandException if a message is wrong
     * @throws VerbsException if the device rejects a request
     */
    public Optional<PingSession.Answered> answer(
            InetSocketAddress address,
            PingPlan ours,
            Consumer<InetSocketAddress> listening,
            PingSession.FailedConnections failures) {
        AddrInfo info = new AddrInfo(PortSpace.TCP, Optional.of(address), Optional.empty());
        try (CmEndpoint listener = CmEndpoint.create(manager, info, null)) {
            listener.listen(0);
            stopped.onRequest(listener::close);
            listening.accept(listener.id().localAddress().orElse(address));
            while (true) {
                Optional<PingSession.Answered> answered = answerNext(listener, ours, failures);
                if (answered.isPresent()) {
                    return answered;
                }
            }
        } catch (ClosedHandleException e) {
            if (stopped.getAsBoolean()) {
                return Optional.empty();
            }
            throw e;
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private Optional<PingSession.Answered> answerNext(
            CmEndpoint listener, PingPlan ours, PingSession.FailedConnections failures) throws InterruptedException {
        try (CmEndpoint client = listener.getRequest()) {
            Optional<InetSocketAddress> peer = client.id().peerAddress();
            PingPlan plan;
            PingEnd end;
            try {
                plan = plan(ours, client.privateData());
                end = PingEnd.open(client.id(), plan);
            } catch (CommandException | VerbsException e) {
                failures.add(peer, e);
                reject(client, String.valueOf(e.getMessage()));
                return Optional.empty();
            }
            try (end) {
                try {
                    client.accept(ConnParam.defaults());
                    stopped.clientConnected();
                } catch (VerbsException e) {
                    failures.add(peer, e);
                    return Optional.empty();
                }
                return Optional.of(new PingSession.Answered(plan, pong(client, end)));
            }
        }
    }

    private static PingPlan plan(PingPlan ours, ByteBuffer data) {
        if (data.remaining() < Long.BYTES || data.getInt() != MAGIC) {
            throw new CommandException("the private data is not that of verbena ping");
        }
        return ours.answering(ours.type(), data.slice().limit(Integer.BYTES));
    }

    private static void reject(CmEndpoint client, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        client.reject(ByteBuffer.wrap(text, 0, Math.min(text.length, REJECT_DATA)));
    }

    private long pong(CmEndpoint client, PingEnd end) {
        Ponger ponger = new Ponger(end);
        int[] polls = new int[1];
        ponger.run(() -> stopped.getAsBoolean() || (++polls[0] % POLLS_PER_EVENT == 0 && !client.isConnected()));
        return ponger.answered();
    }

    private static CommandException interrupted() {
        Thread.currentThread().interrupt();
        return new CommandException("interrupted");
    }
}
