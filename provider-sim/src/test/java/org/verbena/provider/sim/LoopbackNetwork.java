// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.DeviceContext;
import org.verbena.error.InvalidRequestException;

/** Simulators that exchange packets over the loopback interface, as several processes do, all with one UDP port. */
final class LoopbackNetwork implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final List<SimProvider> simulators = new ArrayList<>();
    private final List<DeviceContext> contexts = new ArrayList<>();
    private int port;

    /** Returns the UDP port of all simulators. */
    int port() {
        return port;
    }

    /** Returns the n-th simulator. */
    SimProvider simulator(int index) {
        return simulators.get(index);
    }

    /** Creates a simulator with a device at some addresses of the loopback interface, and opens the device. */
    DeviceContext open(String addresses) {
        return open(addresses, "rxe");
    }

    /** Creates a simulator with a device of a profile, and opens the device. */
    DeviceContext open(String addresses, String profile) {
        SimProvider simulator = port == 0 ? onFreePort(addresses, profile) : create(addresses, profile);
        simulators.add(simulator);
        DeviceContext context = Fabrics.open(simulator, 0);
        contexts.add(context);
        return context;
    }

    /** Tries ports at random. Most are free, and only the tests of networks use these addresses. */
    private SimProvider onFreePort(String addresses, String profile) {
        Random random = new Random();
        while (true) {
            port = 20_000 + random.nextInt(10_000);
            try {
                return create(addresses, profile);
            } catch (InvalidRequestException e) {
                assertThat(e).hasMessageContaining("Address already in use");
            }
        }
    }

    /** Creates a simulator without opening its device. */
    SimProvider create(String addresses, String profile) {
        return (SimProvider) new SimProvider()
                .configure(Map.of("profile", profile, "address", addresses, "udp-port", Integer.toString(port)));
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time of %s", what).isLessThan(deadline);
            Thread.sleep(1);
        }
    }

    /** Waits for the next completion of an end. */
    static Completion next(End end) throws InterruptedException {
        CompletionArray completion = end.context.newCompletionArray(1);
        await("a completion", () -> end.cq.poll(completion) > 0);
        Completion next = completion.get(0);
        completion.release();
        return next;
    }

    @Override
    public void close() {
        contexts.forEach(DeviceContext::close);
        simulators.forEach(SimProvider::close);
    }
}
