// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.verbena.testing.cases.ChecksCase;

/** Checks the failures of tests that leave handles open or completions unpolled. */
class ChecksTest {
    private static Run run;

    @BeforeAll
    static void runAll(@TempDir Path directory) {
        run = Run.of(ChecksCase.class, directory);
    }

    @Test
    void aLeakNamesTheLineOfTheTest() {
        assertThat(run.failure("leaks"))
                .isInstanceOf(AssertionFailedError.class)
                .message()
                .satisfies(message -> assertThat(message.replaceAll("java:\\d+", "java:*"))
                        .isEqualToNormalizingNewlines(String.join(
                                "\n",
                                "the test has left handles open (@AllowLeaks disables this check):",
                                "  memory region #2 of device sim_mlx5_0, " + at("leaks"),
                                "  device context of device sim_mlx5_0, " + at("leaks"),
                                "  protection domain #1 of device sim_mlx5_0, " + at("leaks"))));
    }

    @Test
    void aFailureOfTheTestComesFirst() {
        assertThat(run.failure("leaksAndFails")).hasMessage("the first failure");
        assertThat(run.messages("leaksAndFails")).contains("left handles open", "ChecksCase.leaksAndFails(");
    }

    private static String at(String test) {
        return "created at org.verbena.testing.cases.ChecksCase." + test + "(ChecksCase.java:*)";
    }

    @Test
    void anAbortedTestIsNotChecked() {
        assertThat(run.failure("leaksAndAborts")).isInstanceOf(TestAbortedException.class);
        assertThat(run.failure("leaksAndAborts").getSuppressed()).isEmpty();
    }

    @Test
    void aCompletionNamesItsQueueAndWorkRequest() {
        assertThat(run.failure("leavesCompletions"))
                .hasMessageContainingAll(
                        "left completions",
                        "completion queue #2 of device sim_mlx5_0 of ConnectedPair parameter 1, server: wr_id 7, SUCCESS");
        assertThat(run.failure("leavesCompletions").getMessage().lines()).hasSize(2);
    }

    @Test
    void aQueueOfTheTestNamesItsLineAndTheNumber() {
        assertThat(run.failure("leavesCompletionsInItsOwnQueue"))
                .hasMessageMatching("(?s).*completion queue #2 of device sim_mlx5_0, created at .*"
                        + "leavesCompletionsInItsOwnQueue\\(ChecksCase.java:\\d+\\): 2 completions");
    }

    @Test
    void otherTestsPass() {
        assertThat(run.successes())
                .containsExactlyInAnyOrder("leaksOnPurpose", "leavesCompletionsOnPurpose", "isClean");
    }
}
