package org.verbena.tck.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.attr.QpType;
import org.verbena.tck.fixture.Fixture;

/**
 * A soak test of 1,000 queue pairs in loopback. Every accepted work request completes once, and every byte arrives
 * unchanged. Links that break with outstanding work requests are connected again.
 */
public final class Soak {
    private static final int LINKS = 500;
    private static final int SHARING = 50;
    private static final int LONG = 4;
    private static final int DATAGRAMS = 30;
    private static final int UNRELIABLE = 30;
    private static final int POLLED = 64;
    private static final int BREAKS = 500;

    private final SoakSettings settings;
    private final UnaryOperator<List<Completion>> completions;
    private final SoakContext ground;
    private final SoakSharedReceives shared;
    private final List<Link> links;
    private final CompletionArray array;
    private int disconnects;

    private Soak(Fixture fixture, SoakSettings settings, UnaryOperator<List<Completion>> completions) {
        this.settings = settings;
        this.completions = completions;
        ground = new SoakContext(fixture, settings.seed());
        shared = new SoakSharedReceives(ground, 4 * SHARING);
        links = IntStream.range(0, LINKS).mapToObj(this::link).toList();
        array = ground.context.newCompletionArray(POLLED);
    }

    private Link link(int number) {
        if (number < DATAGRAMS) {
            return new Link(ground, number, QpType.UD, null, false);
        }
        if (number < DATAGRAMS + UNRELIABLE) {
            return new Link(ground, number, QpType.UC, null, false);
        }
        boolean sharing = number >= LINKS - SHARING;
        boolean isLong = number < DATAGRAMS + UNRELIABLE + LONG;
        return new Link(ground, number, QpType.RC, sharing ? shared : null, isLong);
    }

    /**
     * Runs a soak test on a device.
     *
     * @param device the device
     * @param settings the duration and the seed
     * @return the counts, for the report
     * @throws AssertionError if a message is lost, duplicated or damaged
     */
    public static String on(Device device, SoakSettings settings) {
        return on(device, settings, UnaryOperator.identity());
    }

    /**
     * Runs a soak test with a function that may change the completions, to test the detection of errors.
     *
     * @param device the device
     * @param settings the duration and the seed
     * @param completions maps the completions of each poll
     * @return the counts, for the report
     * @throws AssertionError if a message is lost, duplicated or damaged
     */
    public static String on(Device device, SoakSettings settings, UnaryOperator<List<Completion>> completions) {
        System.out.printf("soak on %s: %s from seed %d%n", device, settings.duration(), settings.seed());
        try (Fixture fixture = Fixture.on(device)) {
            return new Soak(fixture, settings, completions).run();
        } catch (AssertionError e) {
            throw new AssertionError(
                    "%s; do it again with -D%s=%d"
                            .formatted(e.getMessage(), SoakSettings.SEED_PROPERTY, settings.seed()),
                    e);
        }
    }

    private String run() {
        long end = System.nanoTime() + settings.duration().toNanos();
        while (System.nanoTime() < end) {
            Link link = links.get(ground.random.nextInt(LINKS));
            if (!link.isFull()) {
                link.post();
            }
            if (settings.breaking() && ground.random.nextInt(BREAKS) == 0) {
                disconnect(link);
            }
            poll();
        }
        links.forEach(this::drain);
        links.forEach(Link::recreate);
        ground.ledger.discard(shared);
        ground.ledger.assertNothingLeft();
        return "%d work requests completed once, %d bytes verified, %d disconnects"
                .formatted(ground.ledger.completed(), ground.bytes(), disconnects);
    }

    private void disconnect(Link link) {
        disconnects++;
        int how = link.hasSharedReceives() ? 0 : ground.random.nextInt(3);
        switch (how) {
            case 0 -> {
                link.fail();
                drain(link);
                link.reconnect();
            }
            case 1 -> link.reconnect();
            default -> link.recreate();
        }
    }

    /** Waits until a link has no outstanding work requests. */
    private void drain(Link link) {
        await(() -> !ground.ledger.isOpen(link));
        ground.ledger.assertNothingLeft(link);
    }

    private void await(BooleanSupplier condition) {
        Duration patience = settings.patience();
        long end = System.nanoTime() + patience.toNanos();
        while (poll() > 0 || (!condition.getAsBoolean() && System.nanoTime() < end)) {
            Thread.onSpinWait();
        }
    }

    private int poll() {
        int polled = 0;
        for (CompletionQueue cq : ground.cqs) {
            List<Completion> together = new ArrayList<>();
            int count = cq.poll(array);
            for (int i = 0; i < count; i++) {
                together.add(array.get(i));
            }
            completions.apply(together).forEach(ground.ledger::complete);
            polled += count;
        }
        return polled;
    }
}
