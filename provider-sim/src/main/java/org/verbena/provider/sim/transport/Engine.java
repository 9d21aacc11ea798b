// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.verbena.provider.sim.memory.AddressSpace;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.StackReserve;

/** The state that all devices of a fabric share: the lock, the clock, the address space, and reusable objects. */
public final class Engine {
    /** The initial number of nested messages. A request causes an answer, and the answer may cause further messages. */
    private static final int NESTED_MESSAGES = 8;

    /** The lock. Callers of {@link #exit} without stack for the call store that they abandon it. */
    public final EngineLock lock = new EngineLock();

    private final Clock clock;
    private final Timers timers;
    private final List<LongConsumer> earlierTimer = new CopyOnWriteArrayList<>();
    private final List<Network> networks = new ArrayList<>();
    private volatile boolean onNetwork;
    private final List<PendingAck> unacknowledged = new ArrayList<>();
    private boolean inTurn;
    private boolean acknowledges;
    private int armedQueues;
    private long turnTime;
    private final AddressSpace memory = new AddressSpace();
    private final Segments scatter = new Segments();
    private final Segments gather = new Segments();
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    private final CompletionEntry completion = new CompletionEntry();
    private WireMessage[] messages = new WireMessage[NESTED_MESSAGES];
    private int messagesInUse;

    /**
     * Creates an engine.
     *
     * @param clock its clock
     */
    public Engine(Clock clock) {
        this.clock = clock;
        this.timers = new Timers(clock, this::timersChanged);
        for (int i = 0; i < messages.length; i++) {
            messages[i] = new WireMessage();
        }
    }

    /** {@return the address space of all devices} */
    public AddressSpace memory() {
        return memory;
    }

    /** {@return the clock} */
    public Clock clock() {
        return clock;
    }

    // ---------------------------------------------------------------- the lock

    /** Begins a verb: takes the lock and runs the timers that are due. */
    public void enter() {
        if (onNetwork) {
            // An overflow in a channel of the JDK would leave the lock of the channel held.
            StackReserve.requireForControl();
        } else {
            StackReserve.requireForData();
        }
        lock.enter();
        try {
            timers.runDue(onNetwork);
        } catch (RuntimeException | Error e) {
            try {
                lock.exit();
            } catch (StackOverflowError again) {
                lock.abandoned = true;
            }
            throw e;
        }
    }

    /**
     * Ends a verb: releases the lock. If it throws StackOverflowError, the stack is too small for the call. The caller
     * then sets {@link EngineLock#abandoned}.
     */
    public void exit() {
        lock.exit();
    }

    /**
     * Runs an action as a verb.
     *
     * @param action the action
     */
    public void run(Runnable action) {
        StackReserve.requireForControl();
        enter();
        try {
            action.run();
        } finally {
            exit();
        }
    }

    /**
     * Runs the timers that are due, for a thread that does so regularly.
     *
     * @return the nanoseconds until the next timer is due, {@link Long#MAX_VALUE} if there is none
     */
    public long runTimers() {
        enter();
        try {
            return timers.untilNext();
        } finally {
            exit();
        }
    }

    /**
     * Adds an action that runs when a timer is set that is due before all others.
     *
     * @param action receives the nanoseconds until the timer is due; it must not block
     */
    public void onEarlierTimer(LongConsumer action) {
        earlierTimer.add(action);
    }

    /**
     * Removes such an action.
     *
     * @param action the action
     */
    public void removeOnEarlierTimer(LongConsumer action) {
        earlierTimer.remove(action);
    }

    private void timersChanged() {
        lock.signal();
        for (LongConsumer action : earlierTimer) {
            action.accept(timers.untilNext());
        }
    }

    /**
     * Runs an action as a verb and returns its result.
     *
     * @param action the action
     * @param <T> the type of the result
     * @return the result
     */
    public <T> T call(Supplier<T> action) {
        StackReserve.requireForControl();
        enter();
        try {
            return action.get();
        } finally {
            exit();
        }
    }

    /** Wakes the threads that wait for an event. The caller holds the lock. */
    public void signal() {
        lock.signal();
    }

    /**
     * Waits for an event, and runs due timers during the wait. If the clock jumps and there is a timer, the method
     * advances to that timer instead of waiting. It then returns even if the timer caused no event.
     *
     * @param events the queue of the event
     * @param nanos the maximum time to wait
     * @throws InterruptedException if the thread is interrupted
     */
    public void await(EventSource.Waiting events, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        StackReserve.requireForControl();
        lock.enter();
        try {
            timers.runDue(onNetwork);
            // One jump per call: an endless retry must not keep the lock from the thread that would end it.
            if (!events.isEmpty() || timers.jump()) {
                return;
            }
            long left = nanos;
            while (events.isEmpty() && left > 0) {
                long part = clock.isReal() ? Math.min(left, timers.untilNext()) : left;
                left -= lock.await(part);
                timers.runDue(onNetwork);
            }
        } finally {
            lock.exit();
        }
    }

    /**
     * Advances a clock that is not the machine's.
     *
     * @param nanos the time to advance by, not negative
     */
    public void advance(long nanos) {
        StackReserve.requireForControl();
        lock.enter();
        try {
            timers.advanceTo(clock.nanoTime() + nanos);
            signal();
        } finally {
            lock.exit();
        }
    }

    /** Lets the time of a clock that jumps pass by itself from now on. */
    public void stopJumping() {
        run(() -> {
            clock.stopJumping();
            signal();
        });
    }

    /**
     * Runs an action later, during a verb or a wait.
     *
     * @param action the action
     * @param nanos the delay in nanoseconds
     */
    public void later(Runnable action, long nanos) {
        Timer timer = new Timer() {
            @Override
            void expire() {
                action.run();
            }
        };
        timers.set(timer, nanos);
        signal();
    }

    Timers timers() {
        return timers;
    }

    // ---------------------------------------------------------------- networks

    /** A network, which receives in its own thread, and in the threads of applications that poll. */
    public interface Network {
        /**
         * Receives the packets that have arrived. The caller holds the lock.
         *
         * @param polled the empty completion queue that the application polls
         * @param polling whether the application is likely to poll again soon
         */
        void receiveNow(CompletionRing polled, boolean polling);

        /** Receives in its own thread again, because an application is about to wait. The caller holds the lock. */
        void pollingEnds();
    }

    /**
     * Adds a network.
     *
     * @param network the network
     */
    public void add(Network network) {
        run(() -> {
            networks.add(network);
            onNetwork = true;
        });
    }

    /**
     * Removes a network.
     *
     * @param network the network
     */
    public void remove(Network network) {
        run(() -> {
            networks.remove(network);
            onNetwork = !networks.isEmpty();
        });
    }

    /** Handles a poll of an empty queue: receives from the networks, or advances a clock that jumps. */
    void polledNothing(CompletionRing polled) {
        for (int i = 0; i < networks.size(); i++) {
            networks.get(i).receiveNow(polled, armedQueues == 0);
        }
        timers.jump();
    }

    /**
     * Counts the completion queues whose next completion causes an event. An application waits for it, or soon will.
     */
    void armed(boolean one) {
        armedQueues += one ? 1 : -1;
        for (int i = 0; one && i < networks.size(); i++) {
            networks.get(i).pollingEnds();
        }
    }

    /**
     * Begins a turn in which packets are received.
     *
     * @param now the time of {@link System#nanoTime}
     */
    public void beginTurn(long now) {
        inTurn = true;
        turnTime = now;
    }

    /** Ends a turn. */
    public void endTurn() {
        inTurn = false;
    }

    /**
     * Sends the acknowledgements that wait, except for those that wait for further packets. The caller holds the lock.
     *
     * @param now the time of {@link System#nanoTime}
     */
    public void acknowledgeDue(long now) {
        acknowledge(now, false);
    }

    /** Sends all acknowledgements that wait. The caller holds the lock. */
    public void acknowledgeAll() {
        acknowledge(0, true);
    }

    private void acknowledge(long now, boolean all) {
        if (acknowledges || unacknowledged.isEmpty()) {
            return; // the condition of a fault may poll
        }
        acknowledges = true;
        int kept = 0;
        int next = 0;
        try {
            while (next < unacknowledged.size()) {
                PendingAck pending = unacknowledged.get(next++);
                if (all) {
                    pending.leaveList();
                } else if (!pending.sendIfDue(now)) {
                    unacknowledged.set(kept++, pending);
                }
            }
        } finally {
            while (next > kept) {
                unacknowledged.remove(--next);
            }
            acknowledges = false;
        }
    }

    /**
     * Returns whether packets are being received.
     *
     * @return whether a turn has begun and not ended
     */
    public boolean isInTurn() {
        return inTurn;
    }

    /** Returns the time at which the turn began. */
    long turnTime() {
        return turnTime;
    }

    /** Adds an acknowledgement that is to be sent later. */
    void acknowledgeLater(PendingAck pending) {
        unacknowledged.add(pending);
    }

    // ---------------------------------------------------------------- reusable objects

    /** Returns an empty list for the receiver's places, valid for one copy. */
    Segments scatter() {
        scatter.clear();
        return scatter;
    }

    /** Returns an empty list for the source of one copy. */
    Segments gather() {
        gather.clear();
        return gather;
    }

    /** Returns a source of eight bytes in native byte order. */
    Segments longSource(long value) {
        number.putLong(0, value);
        Segments source = gather();
        source.add(number, 0, Long.BYTES);
        return source;
    }

    /** Returns the completion to fill and to add to a queue. */
    CompletionEntry completion() {
        return completion;
    }

    /**
     * Returns a message to fill. The caller must give messages back in reverse order.
     *
     * @return the message, valid until it is given back
     */
    public WireMessage takeMessage() {
        if (messagesInUse == messages.length) {
            WireMessage[] more = Arrays.copyOf(messages, 2 * messages.length);
            for (int i = messages.length; i < more.length; i++) {
                more[i] = new WireMessage();
            }
            messages = more;
        }
        WireMessage message = messages[messagesInUse++];
        message.payload.clear();
        message.hasImmediate = false;
        message.hasInvalidate = false;
        message.requestsAck = false;
        message.wrongPad = false;
        message.solicited = false;
        message.length = 0;
        message.starts = true;
        message.ends = true;
        return message;
    }

    /** Gives back the message that was taken last. */
    public void giveBack() {
        messagesInUse--;
    }
}
