// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.verbena.bench.run.Checkout;

/**
 * The instructions of one operation of a hot loop, by the file that contains their code.
 *
 * @param byFile the number of instructions; code compiled by the JVM has no file
 */
record InstructionCount(Map<String, Double> byFile) {
    private static final String COMPILED = "";
    private static final String JVM = "libjvm.so";

    private static final Path NATIVE = Path.of("target", "native");
    private static final Path COUNTER = NATIVE.resolve("count-instructions");
    private static final Path FAKED_KERNEL =
            new Checkout(Path.of("..").toAbsolutePath().normalize()).fakedKernel();

    private static final Duration SET_UP = Duration.ofMillis(300);

    /** The number of operations that are counted. */
    private static final int OPERATIONS = 50;

    /** Returns whether the build has compiled the counter on this machine. */
    static boolean isPossible() {
        return Files.isExecutable(COUNTER);
    }

    /** Counts the instructions of the program in C. */
    static InstructionCount ofC(String workload, int callsAnOperation) throws Exception {
        String program = "verbena-bench-c";
        Process loop = start(List.of(NATIVE.resolve(program).toString(), workload, "--warmup-ms", "30000"));
        try {
            return count(workerOf(loop, program), program, callsAnOperation);
        } finally {
            loop.destroyForcibly().waitFor();
        }
    }

    /**
     * Waits until the process runs the program and has initialised itself, and returns the id of its working thread.
     */
    private static long workerOf(Process loop, String program) throws Exception {
        Path process = Path.of("/proc", Long.toString(loop.pid()));
        while (!Files.readSymbolicLink(process.resolve("exe")).endsWith(program)) {
            Thread.sleep(10);
        }
        Thread.sleep(SET_UP.toMillis());
        try (Stream<Path> threads = Files.list(process.resolve("task"))) {
            return threads.mapToLong(
                            thread -> Long.parseLong(thread.getFileName().toString()))
                    .filter(thread -> thread != loop.pid())
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Counts the instructions of compiled Java. */
    static InstructionCount ofJava(String workload, String provider, int callsAnOperation) throws Exception {
        Process loop = start(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.verbena.bench.jmh.HotLoop",
                workload,
                provider));
        try (BufferedReader output = loop.inputReader(StandardCharsets.UTF_8)) {
            return count(Long.parseLong(output.readLine()), COMPILED, callsAnOperation);
        } finally {
            loop.destroyForcibly().waitFor();
        }
    }

    private static Process start(List<String> command) throws IOException {
        ProcessBuilder loop = new ProcessBuilder(command);
        loop.environment().putAll(Map.of("LD_PRELOAD", FAKED_KERNEL.toString(), "FAKEVERBS_NIC", "manual"));
        return loop.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static InstructionCount count(long thread, String caller, int callsAnOperation) throws Exception {
        Process counter = new ProcessBuilder(
                        COUNTER.toString(),
                        Long.toString(thread),
                        caller,
                        Integer.toString(OPERATIONS * callsAnOperation))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(counter.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (counter.waitFor() != 0) {
            throw new IllegalStateException("count-instructions failed: exit status " + counter.exitValue());
        }
        return parse(printed);
    }

    private static InstructionCount parse(String printed) throws JsonParserException {
        JsonObject files = JsonParser.object().from(printed).getObject("instructions");
        Map<String, Double> byFile = new TreeMap<>();
        files.keySet().forEach(file -> byFile.put(file, files.getDouble(file) / OPERATIONS));
        return new InstructionCount(byFile);
    }

    /** Returns the number of instructions that the JVM has compiled: Verbena's code and the loop's. */
    double compiled() {
        return byFile.getOrDefault(COMPILED, 0.0);
    }

    /** Returns the number of instructions of the JVM itself that compiled code calls. */
    double inJvm() {
        return byFile.getOrDefault(JVM, 0.0);
    }

    double total() {
        return byFile.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
