// SPDX-License-Identifier: Apache-2.0
package org.verbena.gogo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.Availability;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.ShellCommand;

class VerbsFunctionTest {
    private Shell shell = new Shell(ProviderLookup.create());

    @AfterEach
    void close() {
        shell.close();
    }

    @Test
    void printsWhatTheCommandLinePrints() throws Exception {
        Object result = shell.run("verbs:create-qp --provider sim --profile mlx5 --type RC --max-send-wr 100"
                + " --max-recv-wr 1 --max-send-sge 4 --max-recv-sge 1");

        assertThat(shell.out()).isEqualToNormalizingNewlines("""
                sim_mlx5_0 of provider sim: ibv_create_qp gave qp_num 64

                                 requested  granted  queried
                max_send_wr            100      128      128
                max_recv_wr              1        4        4
                max_send_sge             4        4        4
                max_recv_sge             1        1        1
                max_inline_data          0       60       60
                """);
        assertThat(result).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void helpNamesTheCommandAsItIsTyped(ShellCommand command) throws Exception {
        shell.run("verbs:" + command.commandName() + " --help");

        assertThat(shell.out())
                .startsWith("Usage: verbs:" + command.commandName())
                .contains("\n  verbs:" + command.commandName())
                .doesNotContain("verbena " + command.commandName());
    }

    @Test
    void subcommandsOfExplainHaveTheirOwnHelp() throws Exception {
        shell.run("verbs:explain create-qp --help");

        assertThat(shell.out())
                .startsWith("Usage: verbs:explain create-qp")
                .contains("\n  verbs:explain create-qp")
                .doesNotContain("verbena explain");
    }

    @Test
    void refusalsGoToTheErrorStream() throws Exception {
        shell.run("verbs:create-qp --profile mlx5 --max-send-wr 16384 --max-send-sge 1");

        assertThat(shell.err())
                .startsWith("verbs:create-qp: ibv_create_qp on device sim_mlx5_0 failed with EINVAL")
                .contains("max_send_wr = 16384, limit 8192")
                .doesNotContain("\tat ");
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void anInvalidOptionIsReportedWithAHintToHelp() throws Exception {
        shell.run("verbs:create-qp --max-send-wrs 1");

        assertThat(shell.err())
                .startsWith("verbs:create-qp: Unknown options: '--max-send-wrs', '1'")
                .endsWith("Try 'verbs:create-qp --help'." + System.lineSeparator());
    }

    @Test
    void theExitStatusControlsShellOperators() throws Exception {
        shell.run("verbs:info --profile rxe sim_rxe_0 && echo done || echo failed");
        assertThat(shell.out()).endsWith("done" + System.lineSeparator());

        shell.run("verbs:info --profile rxe sim_rxe_1 && echo done || echo failed");
        assertThat(shell.out()).endsWith("failed" + System.lineSeparator());
    }

    @Test
    void outputCanBeCaptured() throws Exception {
        assertThat(shell.run("devices = (verbs:devices --profile rxe --json); $devices"))
                .asString()
                .startsWith("{\"provider\":\"sim\",\"devices\":[{\"name\":\"sim_rxe_0\"");
    }

    @Test
    void numbersStayAsTheyAreTyped() throws Exception {
        shell.run("verbs:create-qp --profile mlx5 --max-send-wr 0x10 --max-send-sge 01e0");

        assertThat(shell.err()).contains("'--max-send-sge'", "'01e0'");
    }

    @Test
    void relativePathsBeginInTheDirectoryOfTheSession(@TempDir Path directory) throws Exception {
        shell.in(directory).run("verbs:caps --profile mlx5 --attr max_send_wr --values 1,10 --html caps.html");

        assertThat(Files.readString(directory.resolve("caps.html"))).startsWith("<!DOCTYPE html>");
    }

    @Test
    void anUnexpectedExceptionIsPrintedInOneLineAndLogged() throws Exception {
        IllegalStateException gone = new IllegalStateException("gone");
        VerbsProvider broken = mock();
        when(broken.name()).thenReturn("broken");
        when(broken.availability()).thenReturn(Availability.available("it seems to be"));
        when(broken.devices()).thenThrow(gone);
        shell = new Shell(ProviderLookup.create().with(List.of(broken)));

        try (Log log = Log.of("org.verbena.cli")) {
            shell.run("verbs:devices --provider broken");

            assertThat(log.records()).extracting(LogRecord::getThrown).containsExactly(gone);
        }
        assertThat(shell.err()).isEqualToNormalizingNewlines("verbs:devices: java.lang.IllegalStateException: gone\n");
    }
}
