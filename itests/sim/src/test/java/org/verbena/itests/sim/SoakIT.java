// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.verbena.Completion;
import org.verbena.Verbs;
import org.verbena.attr.WcOpcode;
import org.verbena.tck.soak.Soak;

/** Runs many connections that break at random on the simulator, and checks that a lost completion is noticed. */
class SoakIT {
    private static final String DEVICE = "sim_mlx5_0";

    @Test
    void everyAcceptedWorkRequestCompletesOnce() throws Exception {
        Soak.run("soak-sim", Verbs.provider("sim"), DEVICE);
    }

    @Test
    void aLostCompletionIsNoticed() {
        assertNoticed(completion -> Stream.empty(), "Never completed");
    }

    @Test
    void aDoubledCompletionIsNoticed() {
        assertNoticed(completion -> Stream.of(completion, completion), "Completed a second time");
    }

    private static boolean isOfSend(Completion completion) {
        return completion.isSuccess() && (completion.opcodeCode() & WcOpcode.RECV.value()) == 0;
    }

    /** Tampers only with the first completion of a send, because a slow machine may produce only a few of them. */
    private static void assertNoticed(Function<Completion, Stream<Completion>> fault, String how) {
        AtomicBoolean done = new AtomicBoolean();
        UnaryOperator<List<Completion>> tampering = polled -> polled.stream()
                .flatMap(
                        each -> isOfSend(each) && done.compareAndSet(false, true) ? fault.apply(each) : Stream.of(each))
                .toList();

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Soak.runTampered(Verbs.provider("sim").device(DEVICE), tampering))
                .withMessageContaining(how);
    }
}
