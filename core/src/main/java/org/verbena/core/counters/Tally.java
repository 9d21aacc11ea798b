// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.counters;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;

/**
 * The counters of one queue, of which one thread at a time changes most. Any thread may read them at any time. They
 * share no cache line with other objects, so that counting queues of different threads do not slow each other down.
 */
public final class Tally {
    /** The counters of a send queue, see {@link #ofSends}. */
    public static final int POSTED_SENDS = 0;

    public static final int POSTED_SEND_BYTES = 1;
    public static final int POSTED_READ_BYTES = 2;

    /** The counter of a receive queue, see {@link #ofReceives}. */
    public static final int POSTED_RECVS = 0;

    /** The counters of a completion queue, see {@link #ofCompletions}. */
    public static final int POLLS = 0;

    public static final int EMPTY_POLLS = 1;
    public static final int RECEIVED_BYTES = 2;
    public static final int CQ_EVENTS = 3;
    private static final int FIRST_STATUS = 4;

    /**
     * The counter after {@link #FIRST_STATUS} of statuses without a name. The others have the number of their status.
     */
    private static final int UNKNOWN_STATUS = WcStatus.values().length - 1;

    /** The counter of a device context, see {@link #ofContext}. */
    public static final int ASYNC_EVENTS = 0;

    private static final List<String> SENDS = List.of("posted_sends", "posted_send_bytes", "posted_read_bytes");
    private static final List<String> RECEIVES = List.of("posted_recvs");
    private static final List<String> COMPLETIONS = Stream.concat(
                    Stream.of("polls", "empty_polls", "received_bytes", "cq_events"),
                    Stream.of(WcStatus.values())
                            .map(status -> "wc_" + status.name().toLowerCase(Locale.ROOT)))
            .toList();
    private static final List<String> EVENTS = List.of("async_events");

    private static final VarHandle VALUES = MethodHandles.arrayElementVarHandle(long[].class);

    /** The unused elements before and after the counters: processors load two lines of 64 bytes at once. */
    private static final int PADDING = 128 / Long.BYTES;

    private final List<String> names;
    private final long[] values;

    private Tally(List<String> names) {
        this.names = names;
        this.values = new long[PADDING + names.size() + PADDING];
    }

    /** Creates the counters of a send queue. */
    public static Tally ofSends() {
        return new Tally(SENDS);
    }

    /** Creates the counters of a receive queue. */
    public static Tally ofReceives() {
        return new Tally(RECEIVES);
    }

    /** Creates the counters of a completion queue. */
    public static Tally ofCompletions() {
        return new Tally(COMPLETIONS);
    }

    /** Creates the counters of a device context. */
    public static Tally ofContext() {
        return new Tally(EVENTS);
    }

    /** Returns the names of all counters of a device. */
    static List<String> allNames() {
        return Stream.of(SENDS, RECEIVES, COMPLETIONS, EVENTS)
                .flatMap(List::stream)
                .toList();
    }

    /** Adds to a counter. Only one thread at a time may call this method. */
    public void add(int counter, long amount) {
        int at = PADDING + counter;
        VALUES.setOpaque(values, at, values[at] + amount);
    }

    /** Adds 1 to a counter. Threads may call this method concurrently, but not {@link #add} for the same counter. */
    public void incrementShared(int counter) {
        VALUES.getAndAdd(values, PADDING + counter, 1L);
    }

    /** Adds a poll with this number of completions. Only one thread at a time may call this method. */
    public void addPoll(int completions) {
        add(POLLS, 1);
        if (completions == 0) {
            add(EMPTY_POLLS, 1);
        }
    }

    /**
     * Adds a completion. Opcode and length of an unsuccessful one are ignored. Only one thread at a time may call this
     * method.
     */
    public void addCompletion(int status, int opcode, long byteLen) {
        add(FIRST_STATUS + (status >= 0 && status < UNKNOWN_STATUS ? status : UNKNOWN_STATUS), 1);
        if (status == WcStatus.SUCCESS.value() && isReceive(opcode)) {
            add(RECEIVED_BYTES, byteLen);
        }
    }

    /** Returns whether {@code byte_len} of a completion is the length of a received message. */
    private static boolean isReceive(int opcode) {
        return opcode == WcOpcode.RECV.value()
                || opcode == WcOpcode.RECV_RDMA_WITH_IMM.value()
                || opcode == WcOpcode.TM_RECV.value()
                || opcode == WcOpcode.TM_NO_TAG.value();
    }

    /** Returns the present value of a counter. */
    long get(int counter) {
        return (long) VALUES.getOpaque(values, PADDING + counter);
    }

    /** Returns the present value of a counter, 0 if there is none of this name. */
    long get(String name) {
        int counter = names.indexOf(name);
        return counter < 0 ? 0 : get(counter);
    }

    /** Returns the present values by name. */
    public Map<String, Long> values() {
        return IntStream.range(0, names.size()).boxed().collect(Collectors.toMap(names::get, this::get));
    }
}
