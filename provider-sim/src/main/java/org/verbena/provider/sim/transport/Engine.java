package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Supplier;
import org.verbena.provider.sim.memory.AddressSpace;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Message;
import org.verbena.spi.driver.StackReserve;

/** What all devices of a fabric share: the lock, the time, the addresses, and things that are used again and again. */
public final class Engine {
    /** Requests, answers, and what an answer may set off: messages are sent within messages, but not deeply. */
    private static final int NESTED_MESSAGES = 8;

    private final EngineLock lock = new EngineLock();
    private final Clock clock;
    private final Timers timers;
    private final AddressSpace memory = new AddressSpace();
    private final Segments scatter = new Segments();
    private final Segments gather = new Segments();
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    private final Completion completion = new Completion();
    private Message[] messages = new Message[NESTED_MESSAGES];
    private int messagesInUse;

    /**
     * An engine.
     *
     * @param clock its time
     */
    public Engine(Clock clock) {
        this.clock = clock;
        this.timers = new Timers(clock, lock::signal);
        for (int i = 0; i < messages.length; i++) {
            messages[i] = new Message();
        }
    }

    /**
     * The addresses of all devices.
     *
     * @return the address space
     */
    public AddressSpace memory() {
        return memory;
    }

    /**
     * The time.
     *
     * @return the clock
     */
    public Clock clock() {
        return clock;
    }

    // ---------------------------------------------------------------- the lock

    /** Begins a verb: takes the lock and runs the timers that are due. */
    public void enter() {
        StackReserve.requireForData();
        lock.enter();
        try {
            timers.runDue();
        } catch (RuntimeException | Error e) {
            lock.exit();
            throw e;
        }
    }

    /** Ends a verb. */
    public void exit() {
        lock.exit();
    }

    /**
     * Does something as a verb.
     *
     * @param action what
     */
    public void run(Runnable action) {
        enter();
        try {
            action.run();
        } finally {
            exit();
        }
    }

    /**
     * Answers something as a verb.
     *
     * @param action what
     * @param <T> the answer
     * @return the answer
     */
    public <T> T call(Supplier<T> action) {
        enter();
        try {
            return action.get();
        } finally {
            exit();
        }
    }

    /** Wakes those who wait for an event. */
    void signal() {
        lock.signal();
    }

    /**
     * Lets time pass to the next timer and runs it, on a clock that does so.
     *
     * @return whether there was one
     */
    boolean jump() {
        return timers.jump();
    }

    /**
     * Waits for an event, and runs timers meanwhile. On a clock that jumps it lets time pass to the next timer instead
     * of waiting, and returns whether or not that brought an event.
     *
     * @param events where the event would be
     * @param nanos how long at most
     * @throws InterruptedException if the thread is interrupted
     */
    public void await(EventSource.Waiting events, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        StackReserve.requireForControl();
        lock.enter();
        try {
            timers.runDue();
            // One jump a call: a retry without end must not keep the lock from whoever would end it.
            if (!events.isEmpty() || timers.jump()) {
                return;
            }
            long left = nanos;
            while (events.isEmpty() && left > 0) {
                long part = clock.isReal() ? Math.min(left, timers.untilNext()) : left;
                left -= lock.await(part);
                timers.runDue();
            }
        } finally {
            lock.exit();
        }
    }

    /**
     * Lets time pass on a clock that is not the machine's.
     *
     * @param nanos how much, not negative
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

    /**
     * Does something later, as part of some verb or wait.
     *
     * @param action what
     * @param nanos in how many nanoseconds
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

    // ---------------------------------------------------------------- things to use again

    /** Where the bytes of the receiver's elements go; nobody needs it beyond one copy. */
    Segments scatter() {
        scatter.clear();
        return scatter;
    }

    /** A source that is put together for one copy. */
    Segments gather() {
        gather.clear();
        return gather;
    }

    /** Eight bytes in the processor's order as a source. */
    Segments longSource(long value) {
        number.putLong(0, value);
        Segments source = gather();
        source.add(number, 0, Long.BYTES);
        return source;
    }

    /** The completion to be filled in and added to a queue. */
    Completion completion() {
        return completion;
    }

    /** A message to fill in, to be given back in the opposite order. */
    Message takeMessage() {
        if (messagesInUse == messages.length) {
            Message[] more = Arrays.copyOf(messages, 2 * messages.length);
            for (int i = messages.length; i < more.length; i++) {
                more[i] = new Message();
            }
            messages = more;
        }
        Message message = messages[messagesInUse++];
        message.payload.clear();
        message.hasImmediate = false;
        message.hasInvalidate = false;
        message.solicited = false;
        message.length = 0;
        message.starts = true;
        message.ends = true;
        return message;
    }

    void giveBack() {
        messagesInUse--;
    }
}
