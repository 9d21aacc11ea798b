// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.pingpong;

import static org.verbena.cli.pingpong.PingPongPlan.RECEIVES;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.function.BooleanSupplier;
import org.verbena.CompletionArray;
import org.verbena.cli.command.SpinWait;
import org.verbena.cli.text.CommandException;

/**
 * The messages of a ping-pong. A queue pair sends its next message when it has received one and its last one is sent.
 */
final class PingPongRun {
    /** The C programs write the number of each page to its first byte, as a char, modulo the size of a char: 0. */
    private static final int PAGE = 4096;

    private static final int PATTERN_STEP = 31;

    private final PingPongEnd end;
    private final PingPongPlan plan;
    private final BooleanSupplier stopped;
    private final CompletionArray completions;
    private final SpinWait spinWait = new SpinWait();
    private final BitSet awaitsReceive = new BitSet();
    private final BitSet awaitsSend = new BitSet();
    private int posted = RECEIVES;
    private long sent;
    private long received;

    /**
     * Creates a run on a connected end.
     *
     * @param end the end
     * @param plan the plan
     * @param stopped returns whether to stop
     */
    PingPongRun(PingPongEnd end, PingPongPlan plan, BooleanSupplier stopped) {
        this.end = end;
        this.plan = plan;
        this.stopped = stopped;
        this.completions = end.region().context().newCompletionArray(RECEIVES + plan.queuePairs());
    }

    /**
     * Exchanges all messages.
     *
     * @param starts whether this side sends first
     * @return the duration in nanoseconds
     */
    long exchange(boolean starts) {
        long start = System.nanoTime();
        for (int qp = 0; qp < plan.queuePairs(); qp++) {
            awaitsReceive.set(qp);
            if (starts) {
                send(qp);
            }
        }
        long progress = start;
        while ((received < plan.iters() || sent < plan.iters()) && !stopped.getAsBoolean()) {
            int count = end.cq().poll(completions);
            long now = System.nanoTime();
            if (count > 0) {
                progress = now;
                spinWait.reset();
            } else if (now - progress > plan.timeout().toNanos()) {
                throw new CommandException(
                        "no completion within " + plan.timeout().toMillis() + " ms: " + sent + " messages sent and "
                                + received + " received of " + plan.iters());
            } else {
                spinWait.pause();
            }
            for (int i = 0; i < count; i++) {
                completed(i);
            }
        }
        return System.nanoTime() - start;
    }

    private void completed(int index) {
        boolean isSend = completions.wrId(index) == PingPongEnd.SEND;
        if (!completions.isSuccess(index)) {
            throw CommandException.of(isSend ? "send " + (sent + 1) : "receive " + (received + 1), completions, index);
        }
        int qp = plan.queuePairs() == 1 ? 0 : end.indexOf(completions.qpNum(index));
        if (isSend) {
            sent++;
            awaitsSend.clear(qp);
        } else {
            received++;
            awaitsReceive.clear(qp);
            requireLength(completions.byteLen(index));
            posted--;
            if (posted <= plan.queuePairs()) {
                end.post(RECEIVES - posted);
                posted = RECEIVES;
            }
        }
        if (sent < plan.iters() && !awaitsSend.get(qp) && !awaitsReceive.get(qp)) {
            send(qp);
        }
    }

    private void requireLength(long length) {
        if (plan.validate() && length != plan.header() + plan.size()) {
            throw new CommandException("message " + received + " has " + length + " bytes, expected "
                    + (plan.header() + plan.size()) + "; the peer must use the same --size");
        }
    }

    private void send(int qp) {
        awaitsSend.set(qp);
        awaitsReceive.set(qp);
        end.send(qp);
    }

    // ---------------------------------------------------------------- data

    /** Fills the buffer with a pattern. The first byte of each page is what the C programs expect. */
    void fill() {
        ByteBuffer buffer = message();
        for (int i = 0; i < buffer.capacity(); i++) {
            buffer.put(i, pattern(i));
        }
    }

    private static byte pattern(int index) {
        return index % PAGE == 0 ? 0 : (byte) (index * PATTERN_STEP);
    }

    /**
     * Checks the buffer after the last message.
     *
     * @param all whether the peer returned the pattern; otherwise it may have sent any bytes between those of the pages
     */
    void check(boolean all) {
        ByteBuffer buffer = message();
        for (int i = 0; i < buffer.capacity(); i += all ? 1 : PAGE) {
            if (buffer.get(i) != pattern(i)) {
                throw new CommandException(String.format(
                        "byte %d of the last message is 0x%02x, expected 0x%02x", i, buffer.get(i), pattern(i)));
            }
        }
    }

    private ByteBuffer message() {
        return end.region().view(plan.header(), plan.size()).slice();
    }
}
