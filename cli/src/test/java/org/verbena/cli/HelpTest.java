// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.cli.option.ProviderSelection;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
    private static final String PROMPT = "  verbena ";

    private static CommandLine command() {
        return Main.commandLine(FakeProvider.lookup());
    }

    private static Stream<CommandSpec> commands() {
        return commands(command()).map(CommandLine::getCommandSpec);
    }

    private static Stream<CommandLine> commands(CommandLine command) {
        Stream<CommandLine> subcommands = command.getSubcommands().values().stream()
                .filter(sub -> !sub.getCommandName().equals("help"));
        return Stream.concat(Stream.of(command), subcommands.flatMap(HelpTest::commands));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void explainsEveryOption(CommandSpec spec) {
        assertThat(spec.usageMessage().description()).isNotEmpty();
        assertThat(spec.options())
                .allSatisfy(option -> assertThat(option.description())
                        .as(option.longestName())
                        .isNotEmpty());
        assertThat(spec.options()).extracting(OptionSpec::longestName).contains("--help", "--version");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void givesExamplesThatParse(CommandSpec spec) {
        List<String> examples = examples(spec);

        assertThat(examples).isNotEmpty();
        assertThat(examples).allSatisfy(example -> command().parseArgs(example.split("\\s+")));
    }

    private static List<String> examples(CommandSpec spec) {
        String footer = String.join("\n", spec.usageMessage().footer()).replaceAll("\\\\\n\\s+", "");
        return Arrays.stream(footer.split("\n"))
                .filter(line -> line.startsWith(PROMPT))
                .map(line -> line.substring(PROMPT.length()))
                .toList();
    }

    @Test
    void listsTheSubcommandsAndTheExitStatus() {
        CliRun run = CliRun.of(FakeProvider.lookup(), "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains(
                        "  doctor ",
                        "  providers ",
                        "  devices ",
                        "  info ",
                        "  create-qp ",
                        "  create-wq ",
                        "  explain ",
                        "  caps ",
                        "  ping ")
                .contains("  0   done", "  1   ", "  2   ");
    }

    @Test
    void listsTheAllowedFlags() {
        assertThat(CliRun.of(FakeProvider.lookup(), "help", "create-qp").out().replaceAll("\\s+", " "))
                .contains("qp_type: RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV, DRIVER. Default: RC.")
                .contains("SRC_PORT_UDP, DST_PORT_UDP, IPSEC_SPI, INNER.")
                .contains("FLUSH, ATOMIC_WRITE.");
    }

    @Test
    void listsTheProfiles() {
        assertThat(CliRun.of(FakeProvider.lookup(), "help", "caps").out().replaceAll("\\s+", " "))
                .contains(String.join(", ", new ProviderSelection.ProfileNames()));
    }

    @Test
    void tellsItsVersion() {
        CliRun run = CliRun.of(FakeProvider.lookup(), "--version");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).matches("verbena \\d+\\.\\d+\\.\\d+(-SNAPSHOT)? on Java \\d.*\\R");
    }
}
