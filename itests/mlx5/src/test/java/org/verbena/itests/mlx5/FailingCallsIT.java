// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.Footprint;

/**
 * Checks that a program survives each failing system call without a leak.
 *
 * <p>The program opens the device, creates an object and its prerequisites, and closes everything. It runs once for
 * each of its system calls, and that call fails.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class FailingCallsIT {
    private static final List<Errno> ERRNOS = List.of(Errno.ENOMEM, Errno.EIO, Errno.EAGAIN, Errno.EINTR);

    /**
     * The errno of libibverbs for a device that it cannot open, and of libmlx5 for a doorbell page that it cannot
     * obtain.
     */
    private static final Errno LOST = Errno.ENOENT;

    private static long failed;

    static Stream<Arguments> programs() {
        return Stream.of("ffm", "jna")
                .flatMap(provider -> Stream.of(Creation.values()).map(creation -> Arguments.of(provider, creation)));
    }

    @AfterEach
    void failNoMore() {
        FakedKernel.failNoCall();
    }

    @AfterAll
    static void report() throws IOException {
        new ResultLine("faults-mlx5", "ffm+jna", Mlx5.DEVICE).write(failed + " calls failed, nothing was left behind");
    }

    @ParameterizedTest
    @MethodSource("programs")
    void failingSystemCallsLeakNothing(String provider, Creation creation) {
        assertThat(run(provider, creation)).as("without a failing call").isEmpty();
        Footprint before = Footprint.now();

        for (Errno errno : ERRNOS) {
            failEachCall(provider, creation, errno);
        }

        assertThat(Footprint.now().grownSince(before)).isEmpty();
    }

    private static void failEachCall(String provider, Creation creation, Errno errno) {
        long start;
        long nth = 0;
        do {
            start = FakedKernel.calls();
            FakedKernel.failCall(++nth, errno);
            String which = "%s by %s with call %d failing with %s".formatted(creation, provider, nth, errno);

            List<VerbsException> refusals = run(provider, creation);

            assertThat(FakedKernel.objects()).as("objects after " + which).isZero();
            for (VerbsException refusal : refusals) {
                assertThat(refusal.errno()).as(which + ": " + refusal).isIn(errno, LOST);
            }
            failed++;
        } while (FakedKernel.calls() - start >= nth);
        failed--; // the last run did not reach its failing call
    }

    /** Runs the program, and returns the exceptions of failed calls. */
    private static List<VerbsException> run(String provider, Creation creation) {
        List<VerbsException> refusals = new ArrayList<>();
        attempt(refusals, () -> Fixture.on(Mlx5.provider(provider).device(Mlx5.DEVICE)))
                .ifPresent(fixture -> {
                    attempt(refusals, () -> creation.prepare(fixture).get())
                            .ifPresent(object -> close(refusals, object::close));
                    close(refusals, fixture::close);
                });
        return refusals;
    }

    private static <T> Optional<T> attempt(List<VerbsException> refusals, Supplier<T> creation) {
        try {
            return Optional.of(creation.get());
        } catch (VerbsException e) {
            refusals.add(e);
            return Optional.empty();
        }
    }

    /** Closes an object. A failed close leaves the object unchanged, and the next attempt succeeds. */
    private static void close(List<VerbsException> refusals, Runnable close) {
        try {
            close.run();
        } catch (VerbsException e) {
            refusals.add(e);
            close.run();
        }
    }
}
