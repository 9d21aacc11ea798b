// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.itests.harness.Bundles.BASE;
import static org.verbena.itests.harness.Bundles.COMMANDS;
import static org.verbena.itests.harness.Bundles.COMMAND_LIBRARIES;
import static org.verbena.itests.harness.Bundles.GOGO;
import static org.verbena.itests.harness.Bundles.SCR;
import static org.verbena.itests.harness.Bundles.SIM;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.osgi.framework.Bundle;
import org.verbena.itests.harness.OsgiFramework;
import org.verbena.tck.engine.TestCount;
import org.verbena.tck.guide.GuidePage;

/** Checks the commands in Gogo with only the bundles that they require. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class GogoIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("osgi", OsgiFramework.kind(), "gogo");

    private static final String PROMPT = "g! ";

    private OsgiFramework framework;
    private Shell shell;

    @BeforeEach
    void start(@TempDir Path storage) throws Exception {
        framework = OsgiFramework.start(storage).with(SCR.and(GOGO, BASE, COMMAND_LIBRARIES, COMMANDS, SIM));
        shell = new Shell(framework.context());
    }

    @AfterEach
    void stop() throws Exception {
        shell.close();
        framework.close();
    }

    @ParameterizedTest
    @MethodSource("sessionsOfTheGuide")
    void printsTheOutputInTheGuide(String command, String output) throws Exception {
        assertThat(shell.run(command)).isEqualToNormalizingNewlines(output);
    }

    static Stream<Arguments> sessionsOfTheGuide() {
        return GuidePage.read(Path.of("../../docs/guide/osgi.md")).blocks("console").stream()
                .filter(session -> session.startsWith(PROMPT))
                .map(session -> session.substring(PROMPT.length()).split("\n", 2))
                .map(commandAndOutput -> Arguments.of(commandAndOutput[0].strip(), commandAndOutput[1]));
    }

    @Test
    void describesADevice() throws Exception {
        assertThat(shell.run("verbs:info sim_rxe_0 --profile rxe")).startsWith("sim_rxe_0 of provider sim");
    }

    @Test
    void createsAWorkQueue() throws Exception {
        assertThat(shell.run("verbs:create-wq --profile mlx5 --max-wr 100 --max-sge 2"))
                .startsWith("sim_mlx5_0 of provider sim: ibv_create_wq gave wq_num");
    }

    @Test
    void commandsLeaveNoHandleBehind() throws Exception {
        shell.run("verbs:info sim_rxe_0 --profile rxe");

        assertThat(shell.run("verbs:handles")).isEqualToNormalizingNewlines("No handle is open.\n");
    }

    @Test
    void showsHelp() throws Exception {
        assertThat(shell.run("verbs:create-qp --help")).startsWith("Usage: verbs:create-qp");
    }

    @Test
    void reportsAnErrorWithoutAStackTrace() throws Exception {
        assertThat(shell.run("verbs:devices --provider jna"))
                .startsWith("verbs:devices: Provider \"jna\" cannot be used")
                .doesNotContain("\tat ");
    }

    @Test
    void listsOnlyTheProvidersOfStartedBundles() throws Exception {
        assertThat(shell.run("verbs:providers")).contains("sim", "Without --provider: sim");

        Bundle simulator = framework.bundle("org.verbena.provider.sim");
        simulator.stop();
        assertThat(shell.run("verbs:providers")).contains("Without --provider: none is available");

        simulator.start();
        assertThat(shell.run("verbs:providers")).contains("Without --provider: sim");
    }

    @Test
    void stoppingTheBundleUnregistersItsCommands() throws Exception {
        framework.bundle("org.verbena.gogo").stop();

        assertThat(framework.context().getServiceReferences((String) null, "(osgi.command.scope=verbs)"))
                .isNull();
    }
}
