// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.itests.harness.Bundles.BASE;
import static org.verbena.itests.harness.Bundles.CONFIG;
import static org.verbena.itests.harness.Bundles.INSIDE;
import static org.verbena.itests.harness.Bundles.SCR;
import static org.verbena.itests.harness.Bundles.SIM;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.itests.harness.Await;
import org.verbena.itests.harness.Configurations;
import org.verbena.itests.harness.InsideObject;
import org.verbena.itests.harness.OsgiFramework;
import org.verbena.tck.engine.TestCount;

/** Checks simulated devices that Configuration Admin defines. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class SimConfigurationIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("osgi", OsgiFramework.kind(), "sim-configuration");

    private static final String DEVICE = "org.verbena.provider.sim.device";
    private static final String SIMULATOR = "org.verbena.provider.sim";
    private static final String USUAL = "sim_mlx5_0";
    private static final String CLOSED = "ClosedHandleException";

    @TempDir
    Path storage;

    private final LogLines log = new LogLines(SIMULATOR);
    private OsgiFramework framework;
    private Configurations configurations;

    @BeforeEach
    void start() throws Exception {
        framework = OsgiFramework.start(storage).with(SCR.and(CONFIG, BASE, SIM, INSIDE));
        configurations = new Configurations(framework);
    }

    @AfterEach
    void stop() throws Exception {
        framework.close();
        log.close();
    }

    @Test
    void eachConfigurationIsADeviceWithItsLimitsAndFaults() {
        add("one", Map.of("name", "left", "profile", "mlx5", "ports", 2, "limits", new String[] {"max_pd=3"}));
        add("two", Map.of("name", "right", "profile", "rxe", "faults", new String[] {"create=PD;nth=2;errno=EAGAIN"}));
        devicesBecome("left", "right");

        assertThat(framework.inside("SimulatedDevices", "ports", "left")).isEqualTo(2);
        assertThat(framework.inside("SimulatedDevices", "ports", "right")).isEqualTo(1);
        assertThat(allocPds("left", 4)).containsExactly("granted", "granted", "granted", "ENOMEM");
        assertThat(allocPds("right", 4)).containsExactly("granted", "EAGAIN");
        assertThat(allocPds("right", 4)).containsOnly("granted");
        assertThat(Providers.names(framework)).containsExactly("sim");
    }

    @Test
    void messagesOfOneDeviceGetLost() {
        configurations.set(SIMULATOR, Map.of("clock", "virtual", "seed", 7L));
        add("one", Map.of("name", "left", "faults", "drop;operation=SEND"));
        add("two", Map.of("name", "right"));
        devicesBecome("left", "right");

        Await.until("a send that fails", () -> send("left", "right"), "RETRY_EXC_ERR"::equals);
        assertThat(send("right", "left")).isEqualTo("SUCCESS");
    }

    @Test
    void devicePropertiesCanBeStrings() {
        add("one", Map.of("name", " left ", "ports", "2", "limits", "max_pd=2, max_cq=0x10", "faults", ""));
        devicesBecome("left");

        assertThat(framework.inside("SimulatedDevices", "ports", "left")).isEqualTo(2);
        assertThat(allocPds("left", 3)).containsExactly("granted", "granted", "ENOMEM");
    }

    @Test
    void aChangeClosesOpenHandlesAndReplacesTheDevice() {
        add("one", Map.of("name", "left", "limits", "max_pd=2"));
        devicesBecome("left");
        InsideObject user = framework.newInside("CarelessUser", "sim");

        configurations.set(DEVICE + "~one", Map.of("name", "left", "limits", "max_pd=3"));

        isOver(user);
        Await.until("the new limit", () -> allocPds("left", 4).size(), Integer.valueOf(4)::equals);
        // The simulator is created twice: once when the new device is registered, and once when the old one is
        // unregistered.
        devicesBecome("left");
        Await.until("one provider", () -> Providers.names(framework), List.of("sim")::equals);
    }

    @Test
    void deletingAConfigurationRemovesItsDevice() {
        assertThat(devices()).containsExactly(USUAL);
        add("one", Map.of("name", "left"));
        add("two", Map.of("name", "right"));
        devicesBecome("left", "right");
        InsideObject user = framework.newInside("CarelessUser", "sim");

        configurations.delete(DEVICE + "~one");
        devicesBecome("right");
        isOver(user);

        configurations.delete(DEVICE + "~two");
        devicesBecome(USUAL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "name ! '' ! name = , limit not blank: a device needs a name",
                "profile ! cx9 ! profile = cx9, limit one of [spec, ",
                "ports ! two ! ports = two, limit a whole number: the value is an integer",
                "ports ! 256 ! ports = 256, limit 1..255: port_num is a uint8_t",
                "limits ! max_pd=few ! max_pd = few, limit a whole number: the value is an integer",
                "faults ! lose ! fault = lose, limit one of [drop, ",
                "faults ! port-down=3 ! port_num = 3, limit 1..1: the device has no such port"
            })
    void anInvalidConfigurationIsLoggedAndIgnored(String attribute, String value, String reason) {
        add("one", Map.of("name", "left"));
        devicesBecome("left");
        InsideObject user = framework.newInside("CarelessUser", "sim");

        Map<String, String> refused = new HashMap<>(Map.of("name", "right"));
        refused.put(attribute, value);
        add("two", refused);

        Await.until("a log message about the invalid value", () -> log, lines -> lines.have(DEVICE + "~two", reason));
        assertThat(devices()).containsExactly("left");
        assertThat(outcomes(user)).containsOnly("done");
        configurations.set(DEVICE + "~two", Map.of("name", "right"));
        devicesBecome("left", "right");
    }

    @Test
    void anInvalidChangeKeepsTheFormerDevice() {
        add("one", Map.of("name", "left"));
        devicesBecome("left");
        InsideObject user = framework.newInside("CarelessUser", "sim");

        configurations.set(DEVICE + "~one", Map.of("name", "right", "ports", "two"));
        add("two", Map.of("name", "later"));

        devicesBecome("later", "left");
        isOver(user);
    }

    @Test
    void ofTwoDevicesWithTheSameNameTheFirstIsUsed() {
        add("one", Map.of("name", "left", "limits", "max_pd=1"));
        add("two", Map.of("name", "left", "limits", "max_pd=2"));
        add("zoo", Map.of("name", "right"));
        devicesBecome("left", "right");

        assertThat(allocPds("left", 3)).containsExactly("granted", "ENOMEM");
    }

    @Test
    void deviceWhoseAddressIsInUseIsIgnored() {
        Map<String, Object> network = Map.of("name", "left", "address", "127.0.0.5", "udp-port", "24793");
        add("one", network);
        devicesBecome("left");

        add("two", Map.of("name", "right", "address", "127.0.0.5", "udp-port", 24793));
        awaitLog("Address already in use");
        devicesBecome("left");
        add("three", Map.of("name", "there", "address", "192.0.2.1"));
        awaitLog("address = 192.0.2.1, limit an address of this host");

        // The changed device binds the same address again.
        configurations.set(
                DEVICE + "~one", Map.of("name", "left", "address", "127.0.0.5", "udp-port", "24793", "ports", 1));
        devicesBecome("left");
    }

    @Test
    void invalidSimulatorOptionsAreLoggedAndIgnored() {
        configurations.set(SIMULATOR, Map.of("clock", "sundial", "seed", "dice"));
        add("one", Map.of("name", "left"));

        devicesBecome("left");
        assertThat(allocPds("left", 1)).containsExactly("granted");
        assertThat(log.have("clock = sundial, limit one of [system, manual, virtual]"))
                .isTrue();
        assertThat(log.have("seed = dice, limit a whole number")).isTrue();
    }

    private void add(String name, Map<String, ?> properties) {
        configurations.add(DEVICE, name, properties);
    }

    private void awaitLog(String text) {
        Await.until("a message with " + text, () -> log.have(text), Boolean.TRUE::equals);
    }

    private void devicesBecome(String... names) {
        Await.until("devices " + List.of(names), this::devices, List.of(names)::equals);
    }

    @SuppressWarnings("unchecked")
    private List<String> devices() {
        return (List<String>) framework.inside("SimulatedDevices", "devices");
    }

    @SuppressWarnings("unchecked")
    private List<String> allocPds(String device, int wanted) {
        return (List<String>) framework.inside("SimulatedDevices", "allocPds", device, wanted);
    }

    private Object send(String from, String to) {
        return framework.inside("SimulatedDevices", "send", from, to);
    }

    private static void isOver(InsideObject user) {
        Await.until("closed handles", () -> outcomes(user), outcomes -> outcomes.contains(CLOSED));
        assertThat(outcomes(user)).containsOnly("done", CLOSED);
    }

    @SuppressWarnings("unchecked")
    private static Collection<String> outcomes(InsideObject user) {
        return ((Map<String, String>) user.call("use")).values();
    }
}
