// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllowancesTest {
    private static final String LINE = "outcome | ^create_cq .*cqe=7 | seven is special | a man page";

    @TempDir
    private Path directory;

    @Test
    void aLineAllowsADifferenceInOneValueOfMatchingSteps() throws IOException {
        Allowances allowances = read("# comment\n\n" + LINE + "\n");

        assertThat(allowances.allow(Step.parse("3 create_cq cqe=7"), "outcome")).isTrue();
        assertThat(allowances.allow(Step.parse("3 create_cq cqe=7"), "cqe")).isFalse();
        assertThat(allowances.allow(Step.parse("3 create_cq cqe=8"), "outcome")).isFalse();
    }

    @Test
    void anOmitLineExcludesSteps() throws IOException {
        Allowances allowances = read("omit | ^notify .*solicited_only=1 | the device forgets | a driver\n" + LINE);

        assertThat(allowances.excludes(Step.parse("4 notify pair=#2 solicited_only=1")))
                .isTrue();
        assertThat(allowances.excludes(Step.parse("4 notify pair=#2"))).isFalse();
        assertThat(allowances.excludes(Step.parse("3 create_cq cqe=7"))).isFalse();
    }

    @Test
    void unmetAllowancesAreListed() throws IOException {
        Allowances allowances = read(LINE);
        assertThat(allowances.unmet()).singleElement().asString().contains("seven is special", "a man page");

        allowances.allow(Step.parse("3 create_cq cqe=7"), "outcome");

        assertThat(allowances.unmet()).isEmpty();
    }

    @Test
    void aLineWithoutSourceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("outcome | ^create_cq | no reason is enough"))
                .withMessageContaining("value | steps | reason | source");
    }

    private Allowances read(String text) throws IOException {
        return Allowances.read(Files.writeString(directory.resolve("allowances.txt"), text));
    }
}
