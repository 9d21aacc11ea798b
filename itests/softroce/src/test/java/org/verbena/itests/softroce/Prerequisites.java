package org.verbena.itests.softroce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Checks the prerequisites of this test environment. Without one of them, the tests are skipped with a message, or fail
 * if the environment is required.
 */
final class Prerequisites {
    private static final List<String> PROGRAMS = List.of("qemu-system-x86_64", "busybox", "cpio", "modprobe");
    private static final List<String> EXTRA_PLACES = List.of("/usr/sbin", "/sbin");

    private Prerequisites() {}

    static void check(String kernelSeries) throws IOException, InterruptedException {
        Optional<String> missing = missing(kernelSeries);
        if (missing.isEmpty()) {
            return;
        }
        String sentence = "environment softroce left out: " + missing.get() + "; ./verify installs it";
        if ("required".equals(System.getProperty("verbena.environments"))) {
            throw new AssertionError(
                    missing.get() + ", and all environments are required; src/build/provision.sh installs it");
        }
        System.out.println(sentence);
        throw new TestAbortedException(sentence);
    }

    private static Optional<String> missing(String kernelSeries) throws IOException, InterruptedException {
        Optional<String> program =
                PROGRAMS.stream().filter(name -> !isInstalled(name)).findFirst();
        if (program.isPresent()) {
            return Optional.of(program.get() + " was not found");
        }
        Path fetchKernel = GuestCommand.script().resolveSibling("fetch-kernel.sh");
        Process cached = new ProcessBuilder(fetchKernel.toString(), "--cached", kernelSeries)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return cached.waitFor() == 0 ? Optional.empty() : Optional.of("the guest's kernel has not been fetched");
    }

    private static boolean isInstalled(String program) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":", -1)), EXTRA_PLACES.stream())
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }
}
