// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class ShellCommandTest {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HANDLES")
    void hasTheClassOfTheTerminalCommand(ShellCommand shared) {
        CommandLine inTerminal =
                Main.commandLine(FakeProvider.lookup()).getSubcommands().get(shared.commandName());
        CommandLine inShell = shared.commandLine("verbs:", FakeProvider.lookup());

        Object command = inShell.getCommand();
        assertThat(command).hasSameClassAs(inTerminal.getCommand());
        assertThat(inShell.getCommandName()).isEqualTo("verbs:" + shared.commandName());
    }
}
