// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.verbena.bench.plan.Row;
import org.verbena.bench.plan.Row.Environment;
import org.verbena.bench.plan.Work.PerftestWork;

/** Checks the requirements of the environments beyond a JDK. */
public final class BenchPrerequisites {
    private static final String KERNEL = "6.12";
    private static final List<String> GUEST_PROGRAMS = List.of("qemu-system-x86_64", "busybox", "cpio", "modprobe");
    private static final List<String> EXTRA_PLACES = List.of("/usr/sbin", "/sbin");

    private final Checkout checkout;

    /** Creates the checks for a built checkout. */
    public BenchPrerequisites(Checkout checkout) {
        this.checkout = checkout;
    }

    /** Describes the missing requirement of an environment, or returns an empty result if it can run. */
    public Optional<String> missing(Environment environment) {
        return switch (environment) {
            case SIM, NETWORK, CHANNELS -> Optional.empty();
            case MLX5, START -> missingInC();
            case SOFTROCE -> missingInC().or(BenchPrerequisites::missingProgram).or(this::missingKernel);
        };
    }

    /** Returns whether the counterpart is installed, if it is a third-party program. */
    public static boolean hasCounterpart(Row row) {
        return !(row.yardstick() instanceof PerftestWork perftest) || isInstalled(perftest.program());
    }

    private Optional<String> missingInC() {
        return Files.exists(checkout.programInC()) && Files.exists(checkout.fakedKernel())
                ? Optional.empty()
                : Optional.of("the build did not find gcc or /usr/include/infiniband/verbs.h");
    }

    private static Optional<String> missingProgram() {
        return GUEST_PROGRAMS.stream()
                .filter(program -> !isInstalled(program))
                .findFirst()
                .map(program -> program + " was not found");
    }

    private static boolean isInstalled(String program) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":", -1)), EXTRA_PLACES.stream())
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private Optional<String> missingKernel() {
        ProcessBuilder cached = new ProcessBuilder(
                        checkout.guestScript("fetch-kernel.sh").toString(), "--cached", KERNEL)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            return cached.start().waitFor() == 0
                    ? Optional.empty()
                    : Optional.of("kernel " + KERNEL + " of the guest is missing");
        } catch (IOException e) {
            return Optional.of("fetch-kernel.sh: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }
}
