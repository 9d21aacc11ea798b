// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.cli.command.Interruption;
import org.verbena.cli.command.SpinWait;
import org.verbena.cli.text.CommandException;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventException;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.EventChannel;

/**
 * The waits of a program: for events of the connection manager, and for completions. One thread does both, so a program
 * that waits for data notices the end of its connection. Each wait ends with an exception on Ctrl-C, and if nothing
 * happens within the time limit.
 *
 * <p>An event that reports a failure ends the wait with {@link CmEventException}. The end of a connection is answered:
 * the peer gets no answer to its request to disconnect before this side disconnects as well.
 */
final class EventLoop {
    /** The interval at which a wait for an event checks whether to stop. */
    private static final Duration LOOK_UP = Duration.ofMillis(100);

    /** The number of empty polls of a completion queue for each poll of the channel, which is a system call. */
    private static final int POLLS_PER_EVENT = 64;

    private EventChannel channel;
    private final Duration timeout;
    private final Interruption stopped;
    private final Set<CmId> ended = new HashSet<>();

    /**
     * Creates a loop.
     *
     * @param channel the channel, from which only this loop takes events
     * @param timeout the maximum time without an event or a completion
     * @param stopped the request to stop; polled repeatedly
     */
    EventLoop(EventChannel channel, Duration timeout, Interruption stopped) {
        this.channel = channel;
        this.timeout = timeout;
        this.stopped = stopped;
    }

    EventChannel channel() {
        return channel;
    }

    /** Takes the events of another channel from now on, to which the caller has moved its identifiers. */
    void moveTo(EventChannel other) {
        channel = other;
    }

    /** Returns a loop of another thread for another channel, with the same time limit and request to stop. */
    EventLoop fork(EventChannel other) {
        return new EventLoop(other, timeout, stopped);
    }

    /** Returns whether a connection has ended. */
    boolean hasEnded(CmId id) {
        return ended.contains(id);
    }

    // ---------------------------------------------------------------- events

    /**
     * Waits for the next event, which must have a type.
     *
     * @param verb the function whose result the event reports
     * @return the event; the caller acknowledges it
     */
    CmEvent expect(String verb, CmEventType type) {
        CmEvent event = next(verb);
        if (event.type() != type) {
            throw new CommandException("the next event is " + event + ", expected " + type.cName());
        }
        return event;
    }

    /**
     * Waits for the next event that reports a result.
     *
     * @param verb the function whose result the event reports
     * @return the event; the caller acknowledges it
     */
    CmEvent next(String verb) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < timeout.toNanos()) {
            Optional<CmEvent> event = take(verb, LOOK_UP);
            if (event.isPresent()) {
                return event.get();
            }
        }
        throw new CommandException("no event after " + verb + " within " + timeout.toMillis() + " ms");
    }

    /** Waits for the next event without a time limit: a client may come at any time. */
    CmEvent nextOfServer() {
        while (true) {
            Optional<CmEvent> event = take("rdma_listen", LOOK_UP);
            if (event.isPresent()) {
                stopped.clientConnected();
                return event.get();
            }
        }
    }

    /** Waits for the next request of a client, without a time limit. */
    CmEvent nextRequest() {
        while (true) {
            CmEvent event = nextOfServer();
            if (event.type() == CmEventType.CONNECT_REQUEST) {
                return event;
            }
            event.ack();
        }
    }

    /** Takes the next event. Returns empty if there is none, or if the program has no use for it. */
    private Optional<CmEvent> take(String verb, Duration wait) {
        requireNotStopped();
        Optional<CmEvent> taken;
        try {
            taken = channel.nextEvent(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException("interrupted");
        }
        return taken.filter(event -> {
            boolean used = isUsed(verb, event);
            if (!used) {
                event.ack();
            }
            return used;
        });
    }

    private boolean isUsed(String verb, CmEvent event) {
        CmEventType type = event.type();
        if (type.isFailure()) {
            try (event) {
                throw new CmEventException(verb, event);
            }
        }
        if (type == CmEventType.DISCONNECTED) {
            ended.add(event.id());
            event.id().disconnect();
        }
        return !type.isInformation();
    }

    private void requireNotStopped() {
        if (stopped.getAsBoolean()) {
            throw stopped.failure();
        }
    }

    /** Ends a connection and waits for the answer of the peer. A peer that does not answer is no failure. */
    void disconnect(CmId id) {
        id.disconnect();
        awaitEnd(id);
    }

    /** Waits until a connection has ended, or for the time limit. */
    void awaitEnd(CmId id) {
        long start = System.nanoTime();
        while (!ended.contains(id) && System.nanoTime() - start < timeout.toNanos()) {
            take("rdma_disconnect", LOOK_UP).ifPresent(CmEvent::ack);
        }
    }

    // ---------------------------------------------------------------- completions

    /**
     * Waits until a completion queue has a completion.
     *
     * @param id the connection that uses the queue
     * @param what the description of what is waited for
     * @return whether there are completions; false if the connection has ended and its last one was taken
     * @throws CommandException if a work request failed
     */
    boolean await(CmId id, CompletionQueue cq, CompletionArray completions, String what) {
        SpinWait spinWait = new SpinWait();
        long start = System.nanoTime();
        for (int polls = 0; System.nanoTime() - start < timeout.toNanos(); polls++) {
            boolean over = ended.contains(id);
            if (cq.poll(completions) > 0) {
                return !(over && isFlushed(completions)) && requireSuccess(completions, what);
            }
            if (over) {
                return false;
            }
            if (polls % POLLS_PER_EVENT == 0) {
                take("rdma_connect", Duration.ZERO).ifPresent(CmEvent::ack);
            }
            spinWait.pause();
        }
        throw new CommandException("no completion within " + timeout.toMillis() + " ms: " + what);
    }

    private static boolean isFlushed(CompletionArray completions) {
        for (int i = 0; i < completions.size(); i++) {
            if (completions.isSuccess(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean requireSuccess(CompletionArray completions, String what) {
        for (int i = 0; i < completions.size(); i++) {
            if (!completions.isSuccess(i)) {
                throw CommandException.of(what, completions, i);
            }
        }
        return true;
    }
}
