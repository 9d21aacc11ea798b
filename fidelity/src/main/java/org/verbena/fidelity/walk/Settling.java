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
 * Waits until a step has had its consequences on both sides. On the model, whose clock is virtual, time jumps to the next
 * timer with each poll that finds nothing. The device then has a while to show what the model has shown, and a moment
 * longer, in which nothing more may come.
 */
final class Settling {
    /** The name under which the contents of the memory are compared. */
    static final String MEMORY = "memory";

    /** Enough for all retries of a few requests; those without end go on with the next step. */
    private static final int IDLE_POLLS = 60;

    private static final long GRACE_NANOS = 2_000_000;
    private static final long LATE_NANOS = 50_000_000;
    private static final long PAUSE_NANOS = 50_000;

    private final WalkPath path;
    private final Traffic deviceTraffic;
    private final Traffic modelTraffic;
    private final TrafficLog device;
    private final TrafficLog model;
    private final long patienceNanos;

    /**
     * Begins to watch two sides.
     *
     * @param path the commands
     * @param device the side of the device
     * @param model the side of the model
     * @param patience how long the device may take
     */
    Settling(WalkPath path, Traffic device, Traffic model, Duration patience) {
        this.path = path;
        this.deviceTraffic = device;
        this.modelTraffic = model;
        this.device = new TrafficLog(device);
        this.model = new TrafficLog(model);
        this.patienceNanos = patience.toNanos();
    }

    /** Forgets what the step before has led to. */
    void begin() {
        device.begin();
        model.begin();
    }

    /** Lets time pass for the model until nothing happens any more. */
    void settleModel(Step step) {
        int polls = Math.max(1, (int) modelTraffic.queues().count());
        int idle = isWaiting(step) ? IDLE_POLLS : 0;
        while (idle < IDLE_POLLS) {
            idle = model.drain() ? 0 : idle + polls;
        }
    }

    /** A request that waits for the rest of its list has no consequences yet. */
    private static boolean isWaiting(Step step) {
        return step.arguments().number(Field.MORE) != 0;
    }

    /** Lets the device catch up with the model, and compares the answers and all that followed. */
    Optional<Difference> settle(
            Step step, Answer real, Answer modelled, BiFunction<Answer, Answer, Optional<Difference>> compare) {
        if (isWaiting(step)) {
            return compare.apply(real, modelled);
        }
        boolean same = real.outcome().equals(modelled.outcome());
        return observe(real, modelled, same ? patienceNanos : GRACE_NANOS, GRACE_NANOS, compare);
    }

    /** Waits for what comes late. */
    Optional<Difference> settleLate(BiFunction<Answer, Answer, Optional<Difference>> compare) {
        return observe(Answer.ok(), Answer.ok(), patienceNanos, LATE_NANOS, compare);
    }

    private Optional<Difference> observe(
            Answer real,
            Answer modelled,
            long patience,
            long grace,
            BiFunction<Answer, Answer, Optional<Difference>> compare) {
        Map<String, String> shown = model.shown();
        String states = model.states();
        long end = System.nanoTime() + patience;
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

    /** Tells whether the device has shown the same, the cheapest look first. */
    private boolean shows(Map<String, String> shown, String states) {
        device.drain();
        return device.shown().equals(shown)
                && firstDifference() < 0
                && device.states().equals(states);
    }

    private int firstDifference() {
        // How much of a message that fails has arrived is a matter of the device.
        return path == WalkPath.POST ? -1 : deviceTraffic.memory().mismatch(modelTraffic.memory());
    }

    /** Returns the first byte that differs, and a digest of all. */
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
