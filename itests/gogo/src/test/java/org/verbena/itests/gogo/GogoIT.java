package org.verbena.itests.gogo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** The commands in Felix, with the bundles that they need and no other. */
class GogoIT {
    private static final int PATIENCE = 10_000;

    private static final List<String> BUNDLES = List.of(
            // Declarative Services
            "org.osgi.util.function",
            "org.osgi.util.promise",
            "org.osgi.service.component",
            "org.apache.felix.scr",
            // the shell, without a terminal
            "org.apache.felix.gogo.runtime",
            // the commands
            "picocli",
            "nanojson",
            "verbena-api",
            "verbena-spi",
            "verbena-fidelity",
            "verbena-cli",
            "verbena-gogo");

    private Framework framework;
    private Bundle simulator;
    private Shell shell;

    @BeforeEach
    void boot(@TempDir Path storage) throws Exception {
        framework = new FrameworkFactory().newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
        framework.start();
        List<Bundle> bundles = new ArrayList<>();
        for (String name : BUNDLES) {
            bundles.add(install(name));
        }
        for (Bundle bundle : bundles) {
            bundle.start();
        }
        simulator = install("verbena-provider-sim");
        simulator.start();
        shell = new Shell(framework.getBundleContext());
    }

    private Bundle install(String name) throws BundleException {
        BundleContext context = framework.getBundleContext();
        Path jar = Path.of(System.getProperty("bundles.dir"), name + ".jar");
        return context.installBundle(jar.toUri().toString());
    }

    @AfterEach
    void halt() throws Exception {
        framework.stop();
        framework.waitForStop(PATIENCE);
    }

    @ParameterizedTest
    @MethodSource("sessionsOfTheGuide")
    void printsWhatTheGuideSays(String command, String output) throws Exception {
        assertThat(shell.run(command)).isEqualToNormalizingNewlines(output);
    }

    static Stream<Arguments> sessionsOfTheGuide() throws IOException {
        String guide = Files.readString(Path.of("../../docs/guide/gogo.md"));
        return Pattern.compile("```console\ng! (.*\n)((?s:.*?))```")
                .matcher(guide)
                .results()
                .map(session -> Arguments.of(session.group(1).strip(), session.group(2)));
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
    void saysWhatIsWrong() throws Exception {
        assertThat(shell.run("verbs:devices --provider jna"))
                .startsWith("verbs:devices: Provider \"jna\" cannot be used")
                .doesNotContain("\tat ");
    }

    @Test
    void seesProvidersComeAndGo() throws Exception {
        assertThat(shell.run("verbs:providers")).contains("sim", "Without --provider: sim");

        simulator.stop();
        assertThat(shell.run("verbs:providers")).contains("Without --provider: none is available");

        simulator.start();
        assertThat(shell.run("verbs:providers")).contains("Without --provider: sim");
    }

    @Test
    void commandsGoWithTheirBundle() throws Exception {
        for (Bundle bundle : framework.getBundleContext().getBundles()) {
            if (bundle.getSymbolicName().equals("org.verbena.gogo")) {
                bundle.stop();
            }
        }
        assertThat(framework.getBundleContext().getServiceReferences((String) null, "(osgi.command.scope=verbs)"))
                .isNull();
    }
}
