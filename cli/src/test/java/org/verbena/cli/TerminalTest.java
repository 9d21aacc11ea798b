// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.cli.text.Terminal;

/** Checks that the output of commands cannot control a terminal, and that lost output is an error. */
class TerminalTest {
    private static final String HOSTILE = "x\u001b[2J\u009b\u007f\u202e\r\ny";
    private static final String SHOWN = "x\\u001b[2J\\u009b\\u007f\\u202e\\u000d";

    @Test
    void escapesOnlyCharactersThatControlATerminal() {
        assertThat(Terminal.escaped(HOSTILE)).isEqualTo(SHOWN + "\ny");
        assertThat(Terminal.onOneLine(HOSTILE)).isEqualTo(SHOWN + "\\u000ay");
        assertThat(Terminal.escaped("\u2028\ufeff\u200b\ud83d\ude00\udb40\udc41\ud800"))
                .isEqualTo("\\u2028\\ufeff\\u200b\ud83d\ude00\\udb40\\udc41\\ud800");
        assertThat(Terminal.escaped("Größe 100 % \\ \"q\" 日本\n")).isEqualTo("Größe 100 % \\ \"q\" 日本\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "devices",
                "devices --json",
                "create-qp",
                "create-qp --json",
                "create-wq",
                "info other",
                "replay nowhere"
            })
    void namesOfDevicesAndProvidersAreEscaped(String command) {
        FakeProvider fake = new FakeProvider("fake", 100, true);
        when(fake.provider.name()).thenReturn("fake" + HOSTILE);
        when(fake.device.name()).thenReturn("mlx5" + HOSTILE);

        CliRun run = fake.run(command.split(" "));

        assertThat(run.out() + run.err())
                .isNotBlank()
                .doesNotContainPattern("[\\p{Cntrl}\\u0080-\\u009f\\p{Cf}&&[^\n]]");
    }

    @Test
    void unexpectedErrorIsOneEscapedLineAndItsLogIsEscaped() {
        FakeProvider fake = FakeProvider.hardware();
        when(fake.provider.devices()).thenThrow(new IllegalStateException(HOSTILE));
        StringWriter printed = new StringWriter();
        Logger logger = Logger.getLogger("org.verbena.cli");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                printed.write(new SimpleFormatter().format(record));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        CliRun run;
        try {
            run = fake.run("devices");
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("verbena devices: java.lang.IllegalStateException: " + SHOWN);
        assertThat(printed.toString())
                .contains("verbena devices failed", SHOWN, "TerminalTest.java")
                .doesNotContainPattern("[\\p{Cntrl}\\u0080-\\u009f\\p{Cf}&&[^\n\t]]");
    }

    @Test
    void aFailureToWriteTheOutputIsAnError() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int value) throws java.io.IOException {
                throw new java.io.IOException("No space left on device");
            }
        };
        Writer err = new StringWriter();

        int status = Main.commandLine(FakeProvider.lookup(FakeProvider.hardware()))
                .setOut(new PrintWriter(new PrintStream(full, true, StandardCharsets.UTF_8), true))
                .setErr(new PrintWriter(err))
                .execute("devices");

        assertThat(status).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("verbena devices: the result cannot be written to standard output\n");
    }

    @ParameterizedTest
    @CsvSource({
        "ping, --size, 99999999999, 0..67108864",
        "ping, --count, 0, 1..2000000000",
        "ping, --warmup, -1, 0..2000000000",
        "ping, --timeout, 0, 1..2147483647",
        "ping, --port, 256, 1..255",
        "ping, --gid-index, -1, 0..2147483647",
        "walk, --steps, 0, 1..2000000000",
        "walk, --seed, 9223372036854775808, -9223372036854775808..9223372036854775807",
        "record, --count, 0, 1..1000000",
        "record, --seed, 9223372036854775808, -9223372036854775808..9223372036854775807",
        "caps --attr max_send_wr, --from, 4294967296, 0..4294967295",
        "caps --attr max_send_wr, --to, -1, 0..4294967295",
    })
    void numbersOutOfRangeAreRefusedWithOptionValueAndRange(String command, String option, String value, String range) {
        List<String> words = List.of((command + " " + option + "=" + value).split(" "));

        CliRun run = FakeProvider.hardware().run(words.toArray(String[]::new));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("Invalid value for option '" + option + "': " + value + " is outside " + range);
    }

    @Test
    void aLongTextIsRejectedAsNumber() {
        CliRun run = FakeProvider.hardware().run("ping", "--size", "9".repeat(100_000));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("the value has 100000 characters, limit 64 for a number")
                .hasSizeLessThan(500);
    }
}
