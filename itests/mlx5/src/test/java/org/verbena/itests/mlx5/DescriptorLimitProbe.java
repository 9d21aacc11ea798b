// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * Uses the device with a decreasing number of free file descriptors, down to none.
 *
 * <p>Each attempt must succeed or fail with EMFILE. Otherwise the process ends with an AssertionError.
 */
final class DescriptorLimitProbe {
    /** More descriptors than a program needs to open the device and create a completion channel. */
    private static final int ENOUGH = 12;

    private final VerbsProvider provider;
    private final Deque<FileInputStream> held = new ArrayDeque<>();

    private DescriptorLimitProbe(VerbsProvider provider) {
        this.provider = provider;
    }

    public static void main(String[] arguments) throws IOException {
        DescriptorLimitProbe probe = new DescriptorLimitProbe(Mlx5.provider(arguments[0]));
        require(probe.attempt().isEmpty(), "the device fails with free descriptors");
        probe.takeAllBut(ENOUGH);
        int failed = 0;
        for (int free = ENOUGH; free >= 0; free--) {
            Optional<VerbsException> failure = probe.attempt();
            String which = free + " free descriptors: "
                    + failure.map(Throwable::toString).orElse("works");
            System.out.println(which);
            require(failure.map(VerbsException::errno).map(Errno.EMFILE::equals).orElse(true), which);
            require(free < ENOUGH || failure.isEmpty(), which);
            failed += failure.isPresent() ? 1 : 0;
            if (free > 0) {
                probe.take();
            }
        }
        String availability = probe.provider.availability().toString();
        require(availability.contains("EMFILE"), availability);
        require(probe.attempt().isPresent(), "an attempt without a free descriptor succeeds");
        probe.giveBack();
        require(probe.attempt().isEmpty(), "the device still fails after descriptors are free again");
        System.out.println(failed + " attempts failed with EMFILE");
    }

    private Optional<VerbsException> attempt() {
        try (DeviceContext context = provider.device(Mlx5.DEVICE).open()) {
            context.createCompChannel();
            return Optional.empty();
        } catch (VerbsException e) {
            return Optional.of(e);
        }
    }

    private void takeAllBut(int free) throws IOException {
        try {
            while (true) {
                take();
            }
        } catch (IOException e) {
            for (int i = 0; i < free; i++) {
                held.pop().close();
            }
        }
    }

    private void take() throws IOException {
        held.push(new FileInputStream("/dev/null"));
    }

    private void giveBack() throws IOException {
        while (!held.isEmpty()) {
            held.pop().close();
        }
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }
}
