// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Availability;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class DoctorCommandTest {
    private static final String PORT = "sys/class/infiniband/mlx5_0/ports/1/";

    @TempDir
    private Path root;

    private FakeMachine machine;

    @BeforeEach
    void makeMachine() throws IOException {
        machine = new FakeMachine(root);
    }

    @Test
    void aMachineWithNothingButAJdkRunsTheSimulator() throws Exception {
        FakeMachine.Run run = machine.java("17.0.2").run();

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains(
                        "note     java             Java 17.0.2 of Example in /opt/jdk; provider ffm needs Java 22",
                        "-> install a JDK 22 or newer",
                        "note     libibverbs       libibverbs.so.1 is not in a standard directory",
                        "-> apt install libibverbs1 ibverbs-providers (Debian, Ubuntu)",
                        "note     librdmacm ",
                        "note     devices          the kernel has no RDMA device",
                        "ok       locked memory    unlimited",
                        "ok       container        none",
                        "\nsim works: a message went between two queue pairs of sim_mlx5_0",
                        "\nffm cannot work here: ",
                        "\njna cannot work here: ")
                .doesNotContain("problem");
    }

    @Test
    void aRequiredProviderThatCannotWorkIsAFailure() {
        assertThat(machine.run(List.of(hardware(Errno.EACCES)), "--provider", "fake")
                        .exitCode())
                .isEqualTo(1);
        assertThat(machine.run("--provider", "sim").exitCode()).isZero();

        FakeMachine.Run unknown = machine.run("--provider", "nothing");
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.out()).contains("nothing cannot work here: no such provider was found");
    }

    @Test
    void withoutTheSimulatorTheCommandFails() {
        FakeMachine.Run run = machine.run(List.of(hardware(null)));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("sim cannot work here: the jar verbena-provider-sim", "fake works: it opened fake0");
    }

    @Test
    void aDeviceThatCannotBeOpenedIsNamedWithTheError() {
        assertThat(machine.run(List.of(hardware(Errno.EACCES))).out())
                .contains("fake cannot work here: ", "ibv_open_device", "EACCES");
    }

    private static VerbsProvider hardware(Errno failure) {
        VerbsProvider provider = mock();
        Device device = mock();
        when(provider.name()).thenReturn("fake");
        when(provider.isNative()).thenReturn(true);
        when(provider.availability()).thenReturn(Availability.available("it is a fake"));
        when(provider.devices()).thenReturn(List.of(device));
        when(device.name()).thenReturn("fake0");
        if (failure == null) {
            DeviceContext context = mock();
            when(device.open()).thenReturn(context);
        } else {
            when(device.open()).thenThrow(new VerbsException("ibv_open_device", failure, "fake0", Diagnosis.UNKNOWN));
        }
        return provider;
    }

    @Test
    void aMachineWithADeviceHasNoProblem() throws Exception {
        FakeMachine.Run run = machine.library("libibverbs", "1.14.44.0")
                .library("librdmacm", "1.3.44.0")
                .file("usr/lib/x86_64-linux-gnu/libibverbs/libmlx5-rdmav34.so", "")
                .file("usr/lib/x86_64-linux-gnu/libibverbs/librxe-rdmav34.so", "")
                .device("mlx5_0")
                .run();

        assertThat(run.out())
                .contains(
                        "ok       java             Java 25.0.1 of Example",
                        "ok       libibverbs       /usr/lib/x86_64-linux-gnu/libibverbs.so.1 of rdma-core 44",
                        "ok       drivers          libibverbs has mlx5, rxe",
                        "ok       devices          mlx5_0",
                        "ok       kernel modules   ib_uverbs, rdma_ucm",
                        "ok       device file      /dev/infiniband/uverbs0 of mlx5_0: read and write",
                        "ok       device file      /dev/infiniband/rdma_cm",
                        "ok       ports            mlx5_0 port 1: ACTIVE, Ethernet",
                        "ok       gids             mlx5_0 port 1: index 2 is 192.168.99.1 for RoCEv2")
                .doesNotContain("note ", "problem ");
    }

    @Test
    void aLibraryThatIsTooOldIsAProblem() throws Exception {
        assertThat(machine.library("libibverbs", "1.8.28.0").run().out())
                .contains("problem  libibverbs       ", "of rdma-core 28; Verbena needs 33 or newer");
    }

    @Test
    void aLibraryIsFoundInLdLibraryPath() throws Exception {
        machine.file("opt/rdma/libibverbs.so.1", "");
        machine.environment.put("LD_LIBRARY_PATH", "relative:/opt/rdma");

        assertThat(machine.run().out()).contains("ok       libibverbs       /opt/rdma/libibverbs.so.1");
    }

    @Test
    void nativeAccessThatIsNotPermittedNamesTheFlag() {
        machine.nativeAccess = Optional.of(false);

        assertThat(machine.run().out())
                .contains(
                        "note     native access    not permitted",
                        "JDK_JAVA_OPTIONS=--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void aDeviceWithoutPermissionIsAProblem() throws Exception {
        assertThat(machine.device("mlx5_0")
                        .forbid("dev/infiniband/uverbs0")
                        .run()
                        .out())
                .contains(
                        "problem  device file      /dev/infiniband/uverbs0 of mlx5_0: this user cannot read and write it",
                        "-> chmod 666 /dev/infiniband/uverbs0");
    }

    @Test
    void missingModulesAndDeviceFilesAreProblems() throws Exception {
        machine.device("mlx5_0");
        Files.delete(root.resolve("dev/infiniband/rdma_cm"));
        Files.delete(root.resolve("sys/module/rdma_ucm/initstate"));
        Files.delete(root.resolve("sys/module/rdma_ucm"));

        assertThat(machine.run().out())
                .contains(
                        "problem  kernel modules   not loaded: rdma_ucm",
                        "-> modprobe -a rdma_ucm",
                        "problem  device file      /dev/infiniband/rdma_cm, for connections by IP address: missing",
                        "-> modprobe -a ib_uverbs rdma_ucm");
    }

    @ParameterizedTest
    @CsvSource({
        "1: DOWN, Ethernet, ip link set dev eth7 up",
        "1: DOWN, InfiniBand, check the cable",
        "2: INIT, InfiniBand, start a subnet manager"
    })
    void aPortThatIsNotActiveIsAProblem(String state, String link, String advice) throws Exception {
        machine.device("mlx5_0").file(PORT + "state", state + "\n").file(PORT + "link_layer", link + "\n");

        assertThat(machine.run().out())
                .contains("problem  ports            mlx5_0 port 1: " + state.substring(3) + ", " + link)
                .contains("-> " + advice)
                .doesNotContain(" gids ");
    }

    @Test
    void namesWithShellMetacharactersAreNotPrintedInCommands() throws Exception {
        machine.device("mlx5_0")
                .file(PORT + "state", "1: DOWN\n")
                .file(PORT + "gid_attrs/ndevs/0", "eth0;reboot\n")
                .file("sys/class/infiniband_verbs/$(reboot)/ibdev", "mlx5_0\n");

        assertThat(machine.run().out()).contains("-> ip link set dev NETDEV up").doesNotContain("reboot");
    }

    @Test
    void aRocePortWithoutAnIpAddressIsAProblem() throws Exception {
        machine.device("mlx5_0");
        Files.delete(root.resolve(PORT + "gids/2"));

        assertThat(machine.run().out())
                .contains(
                        "problem  gids             mlx5_0 port 1: no RoCEv2 GID with a routable address among 2",
                        "-> ip addr add 192.168.99.1/24 dev eth7");
    }

    @Test
    void aRocePortCanHaveIpv6Only() throws Exception {
        machine.device("mlx5_0").file(PORT + "gids/2", "fd93:16d3:59b6:0000:0000:0000:0000:0012\n");

        assertThat(machine.run().out())
                .contains("ok       gids             mlx5_0 port 1: index 2 is fd93:16d3:59b6:0:0:0:0:12 for RoCEv2");
    }

    @Test
    void anInfiniBandPortNeedsAnyGid() throws Exception {
        machine.device("mlx5_0").file(PORT + "link_layer", "InfiniBand\n");

        assertThat(machine.run().out())
                .contains(
                        "ok       gids             mlx5_0 port 1: index 0 is fe80:0000:0000:0000:0202:c9ff:fe00:0001");
    }

    @Test
    void anIwarpDeviceNeedsNoGid() throws Exception {
        machine.device("siw0").file("sys/class/infiniband/siw0/node_type", "4: RNIC\n");

        assertThat(machine.run().out())
                .contains("ok       ports            siw0 port 1: ACTIVE")
                .doesNotContain(" gids ");
    }

    @Test
    void aLowLimitOfLockedMemoryIsAProblemOnlyWithADevice() throws Exception {
        assertThat(machine.limit("65536").run().out())
                .contains("note     locked memory    the limit is 64 KiB", "-> add the line '* - memlock unlimited'");
        assertThat(machine.device("mlx5_0").run().out()).contains("problem  locked memory    the limit is 64 KiB");
        assertThat(machine.file("proc/self/cgroup", "0::/system.slice/app.service\n")
                        .run()
                        .out())
                .contains("-> add LimitMEMLOCK=infinity");
        assertThat(machine.limit("8388608").run().out()).contains("note     locked memory    the limit is 8 MiB");
    }

    @Test
    void aCapabilityLiftsTheLimitOfLockedMemory() throws Exception {
        machine.limit("65536").file("proc/self/status", "Name:\tjava\nCapEff:\t0000000000004000\n");

        assertThat(machine.run().out())
                .contains("ok       locked memory    the limit is 64 KiB, but CAP_IPC_LOCK lifts it");
    }

    @Test
    void aContainerWithoutTheDeviceFilesNamesTheOption() throws Exception {
        machine.file(".dockerenv", "").device("mlx5_0").limit("65536");
        Files.delete(root.resolve("dev/infiniband/uverbs0"));
        Files.delete(root.resolve("dev/infiniband/rdma_cm"));
        Files.delete(root.resolve("dev/infiniband"));

        assertThat(machine.run().out())
                .contains(
                        "note     container        inside one (/.dockerenv exists), without /dev/infiniband",
                        "problem  device file      /dev/infiniband/uverbs0 of mlx5_0: missing",
                        "-> start the container with --device=/dev/infiniband\n",
                        "-> start the container with --ulimit memlock=-1");
    }

    @Test
    void aContainerIsFoundByItsControlGroupOrKubernetes() throws Exception {
        machine.file("proc/1/cgroup", "12:cpu:/kubepods/pod7/abc\n").file("dev/infiniband/uverbs0", "");
        assertThat(machine.run().out())
                .contains("ok       container        inside one (/proc/1/cgroup names kubepods), with /dev/infiniband");

        machine.file("proc/1/cgroup", "0::/\n").environment.put("KUBERNETES_SERVICE_HOST", "10.0.0.1");
        assertThat(machine.run().out()).contains("container        inside one (KUBERNETES_SERVICE_HOST is set)");
    }

    @Test
    void aUdpPortInUseIsANote() throws Exception {
        try (DatagramChannel other = DatagramChannel.open()) {
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            machine.rocePort = ((InetSocketAddress) other.getLocalAddress()).getPort();

            assertThat(machine.run().out())
                    .contains("note     udp              port " + machine.rocePort + " of RoCEv2 cannot be bound");
        }
    }

    @Test
    void anotherSystemThanLinuxRunsTheSimulator() {
        machine.properties.setProperty("os.name", "Mac OS X");

        FakeMachine.Run run = machine.run();

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("note     platform         Mac OS X on amd64", "sim works")
                .doesNotContain("libibverbs       ", "locked memory");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void hostileFilesOfTheKernelAreHarmless(long seed) throws Exception {
        machine.device("mlx5_0").library("libibverbs", "1.1.99999999999.0");
        Files.createDirectories(root.resolve(PORT + "gids/dir"));
        Files.createDirectories(root.resolve("sys/class/infiniband/\u001b[31m"));
        Random random = new Random(seed);
        byte[] bytes = new byte[1 << 20];
        for (String file : List.of(
                PORT + "state",
                PORT + "link_layer",
                PORT + "gids/2",
                PORT + "gid_attrs/types/1",
                PORT + "gid_attrs/ndevs/0",
                "sys/class/infiniband_verbs/uverbs0/ibdev",
                "proc/self/limits",
                "proc/self/status",
                "proc/1/cgroup")) {
            random.nextBytes(bytes);
            machine.file(file, "");
            Files.write(root.resolve(file), bytes);
        }

        FakeMachine.Run run = machine.run();

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("sim works").hasSizeLessThan(20_000);
        assertThat(run.out().replace("\n", "").chars()).noneMatch(Character::isISOControl);
    }

    @Test
    void jsonHasTheStepsAndTheProviders() throws Exception {
        JsonObject json = JsonParser.object().from(machine.run("--json").out());

        assertThat(json.getArray("steps").stream().map(JsonObject.class::cast))
                .allSatisfy(step -> assertThat(step).containsOnlyKeys("step", "result", "finding", "advice"))
                .extracting(step -> step.getString("step"))
                .contains("java", "native access", "libibverbs", "devices", "locked memory", "container", "udp");
        assertThat(json.getArray("providers").stream().map(JsonObject.class::cast))
                .extracting(provider -> provider.getString("name"))
                .containsExactlyInAnyOrder("sim", "ffm", "jna");
    }
}
