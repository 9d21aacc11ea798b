// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.TestProcess;

/**
 * Checks that providers reject a libibverbs.so.1 with an unexpected layout, and that the JVM survives. This test builds
 * each library and uses it in a separate process.
 */
class LayoutIT {
    private static final String RULE = "the running libibverbs.so.1 must have the layout of rdma-core's stable ABI";
    private static final int E_MACHINE = 18;
    private static final byte EM_S390 = 22;

    @TempDir
    private static Path directory;

    private static Path sound;

    @BeforeAll
    static void build() throws Exception {
        sound = compile("sound");
    }

    private static Path compile(String name, String... options) throws Exception {
        Path library = Files.createDirectory(directory.resolve(name)).resolve("libibverbs.so.1");
        List<String> command =
                new ArrayList<>(List.of("gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"));
        command.addAll(List.of(options));
        command.addAll(
                List.of("-Wl,-soname,libibverbs.so.1", "-o", library.toString(), "src/test/c/layout/libibverbs.c"));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        return library;
    }

    /** Returns the expected message of each fault, with the field, the found value and the expected value. */
    private static Map<String, List<String>> faults() {
        Map<String, List<String>> faults = new LinkedHashMap<>();
        faults.put("none", List.of("works"));
        faults.put("no-device", List.of("unavailable, libibverbs.so.1 finds no RDMA device"));
        faults.put("no-kernel", List.of("unavailable, libibverbs.so.1 finds no RDMA device"));
        faults.put("no-permission", List.of("unavailable, ibv_get_device_list", "EPERM (1)"));
        faults.put("negative-count", List.of("num_devices = -3, limit 0..65536"));
        faults.put("huge-count", List.of("num_devices = 2147483647, limit 0..65536"));
        faults.put("endless-list", List.of("element 1 of the list of devices = ", "limit 0, since num_devices"));
        faults.put("hole-in-list", List.of("element 0 of the list of devices = 0, limit the address"));
        faults.put("wild-device", List.of("element 0 of the list of devices = 568, limit the address"));
        faults.put("shifted-device", List.of("ibv_device.name = 32, limit offset 24"));
        faults.put("context-begins-with-something-else", List.of("ibv_context.device = ", "limit the device that was"));
        faults.put("shifted-context", List.of("ibv_context.abi_compat = ", "limit __VERBS_ABI_IS_EXTENDED"));
        faults.put("not-extended", List.of("ibv_context.abi_compat = 0, limit __VERBS_ABI_IS_EXTENDED"));
        faults.put("no-descriptor", List.of("ibv_context.async_fd = -7, limit a file descriptor"));
        faults.put("no-vectors", List.of("ibv_context.num_comp_vectors = -4, limit 1..65536"));
        faults.put("no-size", List.of("verbs_context.sz = 0, limit a multiple of 8 in 328..65536"));
        faults.put("odd-size", List.of("verbs_context.sz = ", "limit a multiple of 8 in 328..65536"));
        faults.put("huge-size", List.of("verbs_context.sz = 1099511627776, limit a multiple of 8"));
        faults.put("null-operations", List.of("ibv_context.ops at offset 88 = 0, limit a function"));
        faults.put("wild-operations", List.of("ibv_context.ops at offset 88 = 568, limit a function of a loaded"));
        faults.put("wild-extended-verb", List.of("ibv_create_qp_ex at offset -56 = 568, limit a function of a loaded"));
        faults.put("shifted-pd", List.of("ibv_alloc_pd", "context of the created object = ", "limit the context"));
        return faults;
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void aDifferentLayoutIsRejectedWithItsReason(String provider) throws Exception {
        Map<String, List<String>> faults = faults();

        Map<String, String> answers = probe(sound, provider, List.copyOf(faults.keySet()));

        assertThat(answers).containsOnlyKeys(faults.keySet());
        faults.forEach((fault, said) -> {
            assertThat(answers.get(fault)).as(fault).contains(said);
            if (said.get(0).contains(" = ") || said.size() == 3) {
                assertThat(answers.get(fault)).as(fault).contains("EPROTONOSUPPORT", RULE);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void aLibraryThatIsTooOldLacksFunctions(String provider) throws Exception {
        Path old = compile("before-33-" + provider, "-DBEFORE_33");

        assertThat(probe(old, provider, List.of("none")).get("none"))
                .startsWith("unavailable, libibverbs.so.1 lacks _ibv_query_gid_ex, _ibv_query_gid_table;")
                .contains("install libibverbs of rdma-core 33 or newer");
    }

    /**
     * An invalid library file does no harm. The dynamic linker may then load the system's library, with or without a
     * device.
     */
    @ParameterizedTest
    @CsvSource({
        "ffm, empty",
        "ffm, text",
        "ffm, cut",
        "ffm, other-machine",
        "jna, empty",
        "jna, text",
        "jna, cut",
        "jna, other-machine"
    })
    void anInvalidLibraryFileCausesNoCrash(String provider, String kind) throws Exception {
        byte[] elf = Files.readAllBytes(sound);
        Path library =
                Files.createDirectory(directory.resolve(kind + "-" + provider)).resolve("libibverbs.so.1");
        Files.write(
                library,
                switch (kind) {
                    case "empty" -> new byte[0];
                    case "text" -> "INPUT(libibverbs.so)\n".repeat(100).getBytes();
                    case "cut" -> Arrays.copyOf(elf, 200);
                    default -> otherMachine(elf);
                });

        assertThat(probe(library, provider, List.of("none")).get("none"))
                .matches("(?s)unavailable, .*libibverbs\\.so\\.1.*|works");
    }

    private static byte[] otherMachine(byte[] elf) {
        elf[E_MACHINE] = EM_S390;
        elf[E_MACHINE + 1] = 0;
        return elf;
    }

    /** Returns the message for each fault. */
    private static Map<String, String> probe(Path library, String provider, List<String> faults) throws Exception {
        List<String> command = TestProcess.java(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:ErrorFile=" + directory.resolve("hs_err.log"),
                "-XX:-CreateCoredumpOnCrash");
        command.addAll(List.of(LayoutProbe.class.getName(), provider));
        command.addAll(faults);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("LD_PRELOAD");
        builder.environment().put("LD_LIBRARY_PATH", library.getParent().toString());
        builder.environment().put("FAKE_LAYOUT", directory.resolve("fault").toString());
        Process process = builder.start();
        try {
            List<String> lines = process.inputReader().lines().toList();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
            return answers(lines);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Map<String, String> answers(List<String> lines) throws IOException {
        return lines.stream()
                .map(line -> line.split(": ", 2))
                .filter(words -> words.length == 2)
                .collect(Collectors.toMap(words -> words[0], words -> words[1]));
    }
}
