// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.soak;

import java.io.IOException;
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
import org.verbena.VerbsProvider;
import org.verbena.attr.QpType;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressSettings;
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

    /** The time limit of a completion. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /**
     * The behaviour of a soak test.
     *
     * @param patience the time limit of a completion
     * @param breaking whether links break
     * @param completions maps the completions of each poll, to test the detection of errors
     */
    private record Mode(Duration patience, boolean breaking, UnaryOperator<List<Completion>> completions) {}

    private final StressSettings settings;
    private final Mode mode;
    private final SoakContext ground;
    private final Link.SharedReceives shared;
    private final List<Link> links;
    private final CompletionArray array;
    private int disconnects;

    private Soak(Fixture fixture, StressSettings settings, Mode mode) {
        this.settings = settings;
        this.mode = mode;
        ground = new SoakContext(fixture, settings.seed());
        shared = new Link.SharedReceives(ground, 4 * SHARING);
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
     * Runs a soak test for the duration of the system properties, and writes the result line.
     *
     * @param environment the test environment
     * @param provider the provider
     * @param deviceName the device
     * @throws IOException if the line cannot be written
     * @throws AssertionError if a message is lost, duplicated or damaged
     */
    public static void run(String environment, VerbsProvider provider, String deviceName) throws IOException {
        String result = on(
                provider.device(deviceName),
                StressSettings.of(StressSettings.Kind.SOAK),
                new Mode(PATIENCE, true, UnaryOperator.identity()));
        new ResultLine(environment, provider.name(), deviceName).write(result);
    }

    /**
     * Runs a soak test of one second without disconnects, to test the detection of errors.
     *
     * @param device the device
     * @param completions changes the completions of each poll
     * @throws AssertionError if a message is lost, duplicated or damaged
     */
    public static void runTampered(Device device, UnaryOperator<List<Completion>> completions) {
        StressSettings settings = new StressSettings(StressSettings.Kind.SOAK, System.nanoTime(), 1);
        on(device, settings, new Mode(Duration.ofSeconds(1), false, completions));
    }

    private static String on(Device device, StressSettings settings, Mode mode) {
        System.out.printf("soak on %s: %s%n", device, settings);
        try (Fixture fixture = Fixture.on(device)) {
            return new Soak(fixture, settings, mode).run();
        } catch (AssertionError e) {
            throw new AssertionError("%s; %s".formatted(e.getMessage(), settings.repetition()), e);
        }
    }

    private String run() {
        long end = System.nanoTime() + Duration.ofSeconds(settings.count()).toNanos();
        while (System.nanoTime() < end) {
            Link link = links.get(ground.random.nextInt(LINKS));
            if (!link.isFull()) {
                link.post();
            }
            if (mode.breaking() && ground.random.nextInt(BREAKS) == 0) {
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
        long end = System.nanoTime() + mode.patience().toNanos();
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
            mode.completions().apply(together).forEach(ground.ledger::complete);
            polled += count;
        }
        return polled;
    }
}
