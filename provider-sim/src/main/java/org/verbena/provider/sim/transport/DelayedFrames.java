// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.verbena.provider.sim.wire.WireMessage;

/**
 * The frames that wait for a receive of a work queue with {@code IBV_WQ_FLAGS_DELAY_DROP}. A frame waits for 100 ms,
 * the time that Linux sets (hw/mlx5/main.c: MLX5_MAX_DELAY_DROP_TIMEOUT_MS). Frames beyond 128 KiB are lost.
 */
final class DelayedFrames {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MOST_BYTES = 1 << 17;

    /**
     * The memory of a message without its payload. It counts, so that many short frames do not need more than a few
     * long ones.
     */
    private static final int OVERHEAD = 512;

    private record Waiting(RawResponder responder, WireMessage frame, long deadline) {
        long bytes() {
            return OVERHEAD + frame.payload.length();
        }
    }

    private final WqReceives queue;
    private final Engine engine;
    private final boolean enabled;
    private final Deque<Waiting> frames = new ArrayDeque<>(0);
    private final Timer timer = new Timer() {
        @Override
        void expire() {
            dropExpired();
        }
    };
    private long bytes;

    DelayedFrames(WqReceives queue, Engine engine, boolean enabled) {
        this.queue = queue;
        this.engine = engine;
        this.enabled = enabled;
    }

    /** Keeps a copy of a frame if the queue delays frames and has a free place. */
    void add(RawResponder responder, WireMessage frame) {
        if (!enabled || bytes + OVERHEAD + frame.payload.length() > MOST_BYTES) {
            return;
        }
        Waiting waiting = new Waiting(responder, frame.copy(), engine.clock().nanoTime() + NANOS);
        frames.add(waiting);
        bytes += waiting.bytes();
        if (!timer.isSet()) {
            engine.timers().set(timer, NANOS);
        }
    }

    /** Delivers frames to the receives of the queue, the oldest first. */
    void deliver() {
        while (queue.isReady() && !queue.isEmpty() && !frames.isEmpty()) {
            Waiting oldest = removeOldest();
            oldest.responder.place(queue, queue.framing(), oldest.frame);
        }
        if (frames.isEmpty()) {
            engine.timers().cancel(timer);
        }
    }

    private Waiting removeOldest() {
        Waiting oldest = frames.remove();
        bytes -= oldest.bytes();
        return oldest;
    }

    private void dropExpired() {
        long now = engine.clock().nanoTime();
        while (!frames.isEmpty() && frames.element().deadline - now <= 0) {
            removeOldest();
        }
        if (!frames.isEmpty()) {
            engine.timers().set(timer, frames.element().deadline - now);
        }
    }

    void forget(RawResponder responder) {
        frames.removeIf(waiting -> waiting.responder == responder);
        bytes = frames.stream().mapToLong(Waiting::bytes).sum();
        if (frames.isEmpty()) {
            engine.timers().cancel(timer);
        }
    }

    void clear() {
        frames.clear();
        bytes = 0;
        engine.timers().cancel(timer);
    }
}
