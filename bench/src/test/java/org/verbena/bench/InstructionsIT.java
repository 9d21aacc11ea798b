// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that the data path of provider ffm compiles to a limited number of instructions, and calls only the driver.
 * Unlike a time, a count is the same on a busy machine as on an idle one.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class InstructionsIT {
    /** The maximum number of runs. The JVM may compile a single run less well than others, but not several in a row. */
    private static final int ATTEMPTS = 3;

    private static final Path REPORT = Path.of("target", "environment", "instructions.ratios");

    @BeforeAll
    static void canCount() throws Exception {
        Assumptions.assumeTrue(
                InstructionCount.isPossible() || "required".equals(System.getProperty("verbena.environments")),
                "instructions are counted on x86-64, with gcc and libibverbs' headers; ./verify installs them");
        Files.createDirectories(REPORT.getParent());
        Files.deleteIfExists(REPORT);
    }

    @ParameterizedTest
    @CsvSource({
        // The calls of an operation: one to post, one to run the faked NIC, one to poll. The budgets are a tenth above
        // the counted number.
        "post-poll-inline, 3, 370",
        "post-poll-sge,    3, 370",
        "empty-poll,       1, 110"
    })
    void compiledCodeKeepsItsBudget(String workload, int callsAnOperation, double budget) throws Exception {
        InstructionCount inC = InstructionCount.ofC(workload, callsAnOperation);
        InstructionCount inJava = InstructionCount.ofJava(workload, "ffm", callsAnOperation);
        for (int i = 1; i < ATTEMPTS && !keeps(inJava, budget); i++) {
            inJava = InstructionCount.ofJava(workload, "ffm", callsAnOperation);
        }

        report(String.format(
                Locale.ROOT,
                "instructions of %s: %.2f x C (%.0f, of which compiled Java %.0f within %.0f; C %.0f)",
                workload,
                inJava.total() / inC.total(),
                inJava.total(),
                inJava.compiled(),
                budget,
                inC.total()));
        assertThat(inJava.compiled()).as("%s", inJava.byFile()).isLessThanOrEqualTo(budget);
        assertThat(inJava.inJvm()).as("%s", inJava.byFile()).isZero();
    }

    private static boolean keeps(InstructionCount count, double budget) {
        return count.compiled() <= budget && count.inJvm() == 0;
    }

    private static void report(String line) throws Exception {
        System.out.println(line);
        Files.writeString(REPORT, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
