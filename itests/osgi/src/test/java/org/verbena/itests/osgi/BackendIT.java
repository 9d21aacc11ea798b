// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.itests.harness.Bundles.BACKEND;
import static org.verbena.itests.harness.Bundles.CONFIG;
import static org.verbena.itests.harness.Bundles.ECHO;
import static org.verbena.itests.harness.Bundles.INSIDE;
import static org.verbena.itests.harness.Bundles.PROVIDERS;
import static org.verbena.itests.harness.Bundles.SCR;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.ServiceReference;
import org.verbena.itests.harness.Await;
import org.verbena.itests.harness.Configurations;
import org.verbena.itests.harness.OsgiFramework;
import org.verbena.tck.engine.TestCount;
import org.verbena.tck.guide.GuidePage;

/** Checks that a configuration switches a running consumer to another backend. */
class BackendIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("osgi", OsgiFramework.kind(), "backend");

    private static final Path GUIDE = Path.of("../../docs/guide/osgi.md");
    private static final String SIM = "sim sim_mlx5_0";
    private static final String FFM = "ffm mlx5_0";
    private static final String JNA = "jna mlx5_0";

    @TempDir
    Path storage;

    private final List<String> transcript = new ArrayList<>();
    private OsgiFramework framework;
    private Consumer consumer;

    @BeforeEach
    void start() throws Exception {
        framework = OsgiFramework.start(storage).with(SCR.and(CONFIG, PROVIDERS, BACKEND, ECHO, INSIDE));
        consumer = new Consumer(framework);
    }

    @AfterEach
    void stop() throws Exception {
        framework.close();
    }

    @Test
    void switchesALiveConsumerToAnotherBackendAndBack() throws Exception {
        sayWhatIsThere();
        backend("sim");
        echoes(SIM);
        backend("ffm");
        echoes(FFM);
        backend("jna");
        echoes(JNA);
        backend("sim");
        echoes(SIM);
        backend("roce");
        consumerHasGone();
        backend("auto");
        echoes(FFM);

        String recorded = String.join("\n", transcript) + "\n";
        System.out.print(recorded);
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("switching-backends.txt"), recorded);
        assertThat(recorded).isEqualTo(transcriptOfTheGuide());
    }

    /** Returns the only text block of the guide. */
    private static String transcriptOfTheGuide() {
        List<String> blocks = GuidePage.read(GUIDE).blocks("text");
        assertThat(blocks).as("blocks of text on %s", GUIDE).hasSize(1);
        return blocks.get(0);
    }

    @Test
    void withoutConfigurationTheBestAvailableProviderServes() {
        assertThat(consumer.way()).isEqualTo(FFM);
        assertThat(selected()).containsExactly("ffm");
    }

    @Test
    void theSelectedProviderRanksFirst() throws Exception {
        consumer.backend("sim");

        assertThat(Await.until(
                        "two services of sim",
                        () -> Providers.names(framework),
                        names -> names.size() == 4 && names.get(0).equals("sim")))
                .containsExactly("sim", "ffm", "jna", "sim");
    }

    @Test
    void aConsumerCanHaveATargetOfItsOwn() {
        Configurations configurations = new Configurations(framework);
        configurations.set("org.verbena.examples.echo", Map.of("verbs.target", "(verbs.provider=jna)"));
        consumer.awaitWay(JNA);

        consumer.backend("sim");

        Await.until("sim to be selected", this::selected, List.of("sim")::equals);
        assertThat(consumer.way()).isEqualTo(JNA);
        configurations.delete("org.verbena.examples.echo");
        consumer.awaitWay(SIM);
    }

    @Test
    void aNamedBackendThatStartsLaterIsUsed() throws Exception {
        framework.bundle("org.verbena.provider.jna").stop();
        consumer.backend("jna");
        Await.until("no backend", this::selected, List::isEmpty);

        framework.bundle("org.verbena.provider.jna").start();

        consumer.awaitWay(JNA);
    }

    @Test
    void stoppingTheBackendSwitchesToTheNextProvider() throws Exception {
        assertThat(consumer.way()).isEqualTo(FFM);

        framework.bundle("org.verbena.provider.ffm").stop();

        assertThat(consumer.way()).isEqualTo(JNA);
        framework.bundle("org.verbena.provider.jna").stop();
        assertThat(consumer.way()).isEqualTo(SIM);
        assertThat(handles()).isNotEmpty().allMatch(name -> name.endsWith("of device sim_mlx5_0"));
    }

    @Test
    void nativeOnlyExcludesTheSimulator() {
        consumer.backend(Map.of("provider", "sim", "native.only", true));

        consumer.awaitEnd();
        assertThat(selected()).isEmpty();
    }

    @Test
    void metatypeListsTheConfigurationAttributes() {
        assertThat(form("org.verbena.osgi", "org.verbena.backend"))
                .containsExactlyInAnyOrder("provider", "native.only");
        assertThat(form("org.verbena.osgi", "org.verbena.jmx")).containsExactly("enabled");
        assertThat(form("org.verbena.provider.sim", "org.verbena.provider.sim"))
                .containsExactlyInAnyOrder("clock", "seed");
        assertThat(form("org.verbena.provider.sim", "org.verbena.provider.sim.device"))
                .containsExactlyInAnyOrder(
                        "name", "profile", "ports", "limits", "address", "udp-port", "pcap", "faults");
        assertThat(form("org.verbena.examples.echo", "org.verbena.examples.echo"))
                .containsExactlyInAnyOrder("device", "verbs.target");
    }

    /** Returns the attribute IDs of a PID from the Metatype service, from which Web Console generates its forms. */
    private List<String> form(String bundle, String pid) {
        Object information = framework.callService(
                "org.osgi.service.metatype.MetaTypeService", "getMetaTypeInformation", framework.bundle(bundle));
        Object[] attributes = (Object[]) OsgiFramework.call(
                OsgiFramework.call(information, "getObjectClassDefinition", pid, null), "getAttributeDefinitions", -1);
        List<String> ids = new ArrayList<>();
        for (Object attribute : attributes) {
            ids.add((String) OsgiFramework.call(attribute, "getID"));
        }
        return ids;
    }

    private void sayWhatIsThere() {
        for (ServiceReference<?> service : Providers.all(framework)) {
            if (service.getProperty("verbs.selected") == null) {
                transcript.add("%s ranks %s: %s"
                        .formatted(
                                service.getProperty("verbs.provider"),
                                service.getProperty("service.ranking"),
                                service.getProperty("service.description")));
            }
        }
    }

    private void backend(String name) {
        transcript.add("");
        transcript.add("org.verbena.backend: provider=" + name);
        consumer.backend(name);
    }

    private void echoes(String way) {
        consumer.awaitWay(way);
        transcript.add("echo over " + way + ": " + consumer.echo("Hello, verbs!"));
        sayWhatIsOpen();
    }

    private void consumerHasGone() {
        Await.until("all handles to be closed", this::handles, List::isEmpty);
        assertThat(consumer.isThere()).isFalse();
        transcript.add("no echo: there is no such backend, and nothing takes its place");
        sayWhatIsOpen();
    }

    private List<Object> selected() {
        return framework.services(Providers.SERVICE, "(verbs.selected=true)").stream()
                .map(service -> service.getProperty("verbs.provider"))
                .toList();
    }

    /** Adds one line for each device to the transcript: {@code open on mlx5_0: device context, protection domain}. */
    private void sayWhatIsOpen() {
        Map<String, List<String>> byDevice = handles().stream()
                .map(name -> name.replaceFirst(" #\\d+", "").split(" of device "))
                .collect(Collectors.groupingBy(
                        name -> name[1], TreeMap::new, Collectors.mapping(name -> name[0], Collectors.toList())));
        byDevice.forEach((device, kinds) -> transcript.add("open on " + device + ": " + String.join(", ", kinds)));
        if (byDevice.isEmpty()) {
            transcript.add("nothing is open");
        }
    }

    @SuppressWarnings("unchecked")
    private List<String> handles() {
        return (List<String>) framework.inside("Alive", "handles");
    }
}
