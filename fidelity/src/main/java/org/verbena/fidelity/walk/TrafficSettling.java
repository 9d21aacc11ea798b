// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.zip.CRC32;

/**
 * Waits for the completions and the memory contents of work requests. The clock of the model is virtual: each poll
 * without a result jumps to the next timer. The device then has a limited time to show the same effects as the model. A
 * short grace period follows, in which no further effect may appear.
 */
final class TrafficSettling implements Settling {
    /** The name of the memory contents in comparisons. */
    static final String MEMORY = "memory";

    /**
     * The number of idle polls after which the model has settled, enough for all retries of a few requests. Endless
     * retries continue during the next step.
     */
    private static final int IDLE_POLLS = 60;

    private static final long GRACE_NANOS = 2_000_000;
    private static final long LATE_NANOS = 50_000_000;
    private static final long PAUSE_NANOS = 50_000;

    private final WalkKind path;
    private final Traffic deviceTraffic;
    private final Traffic modelTraffic;
    private final TrafficLog device;
    private final TrafficLog model;
    private final long maxWaitNanos;

    /**
     * Creates an observer of two devices.
     *
     * @param path the kind of walk
     * @param device the device
     * @param model the model
     * @param maxWait the maximum wait for the device
     */
    TrafficSettling(WalkKind path, WalkDevice device, WalkDevice model, Duration maxWait) {
        boolean compares = device.naks().isPresent() && model.naks().isPresent();
        this.path = path;
        this.deviceTraffic = device.traffic();
        this.modelTraffic = model.traffic();
        this.device = new TrafficLog(deviceTraffic, device.naks().filter(naks -> compares));
        this.model = new TrafficLog(modelTraffic, model.naks().filter(naks -> compares));
        this.maxWaitNanos = maxWait.toNanos();
    }

    @Override
    public void begin() {
        device.begin();
        model.begin();
    }

    @Override
    public void skipped() {
        deviceTraffic.dropListsWithout(modelTraffic);
    }

    /** Advances the time of the model until nothing happens any more. */
    @Override
    public void settleModel(Step step) {
        int polls = Math.max(1, (int) modelTraffic.sides().flatMap(Side::queues).count());
        int idle = isWaiting(step) ? IDLE_POLLS : 0;
        while (idle < IDLE_POLLS) {
            idle = model.drain() ? 0 : idle + polls;
        }
    }

    /** Returns whether a request waits for the rest of its list and therefore has no effects yet. */
    private static boolean isWaiting(Step step) {
        return step.arguments().number(StepField.MORE) != 0;
    }

    @Override
    public Optional<StepDifference> settle(
            Step step,
            StepAnswer real,
            StepAnswer modelled,
            BiFunction<StepAnswer, StepAnswer, Optional<StepDifference>> compare) {
        if (isWaiting(step)) {
            return compare.apply(real, modelled);
        }
        boolean same = real.outcome().equals(modelled.outcome());
        return observe(real, modelled, same ? maxWaitNanos : GRACE_NANOS, GRACE_NANOS, compare);
    }

    @Override
    public Optional<StepDifference> settleLate(BiFunction<StepAnswer, StepAnswer, Optional<StepDifference>> compare) {
        return observe(StepAnswer.ok(), StepAnswer.ok(), maxWaitNanos, LATE_NANOS, compare);
    }

    private Optional<StepDifference> observe(
            StepAnswer real,
            StepAnswer modelled,
            long maxWait,
            long grace,
            BiFunction<StepAnswer, StepAnswer, Optional<StepDifference>> compare) {
        Map<String, String> shown = model.shown();
        String states = model.states();
        long end = System.nanoTime() + maxWait;
        do {
            if (shows(shown, states)) {
                device.drain();
                long still = System.nanoTime() + grace;
                while (System.nanoTime() < still) {
                    pause();
                    device.drain();
                }
                if (shows(shown, states)) {
                    return compare.apply(real.with(shown), modelled.with(shown));
                }
            }
            pause();
        } while (System.nanoTime() < end);
        return compare.apply(
                real.with(device.shown())
                        .with(TrafficLog.STATE, device.states())
                        .with(memory(deviceTraffic)),
                modelled.with(shown).with(TrafficLog.STATE, states).with(memory(modelTraffic)));
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** Returns whether the device shows the same effects. The cheapest check comes first. */
    private boolean shows(Map<String, String> shown, String states) {
        device.drain();
        return device.shown().equals(shown)
                && firstDifference() < 0
                && device.states().equals(states);
    }

    private int firstDifference() {
        // It depends on the device how much of a failing message has arrived.
        return path == WalkKind.POST ? -1 : deviceTraffic.memory().mismatch(modelTraffic.memory());
    }

    /** Returns the first byte that differs, and a checksum of the memory. */
    private Map<String, String> memory(Traffic traffic) {
        int first = firstDifference();
        Map<String, String> values = new HashMap<>();
        if (first >= 0) {
            ByteBuffer memory = traffic.memory().duplicate();
            CRC32 digest = new CRC32();
            digest.update(memory);
            values.put(
                    MEMORY,
                    "[%d]=%d,crc32=%08x".formatted(first, traffic.memory().get(first) & 0xFF, digest.getValue()));
        }
        return values;
    }
}
