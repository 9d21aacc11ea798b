package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.ResultLine;

/**
 * Connects {@code verbena rping}, {@code ucmatose}, {@code udaddy} and {@code mckey} in a guest with the programs of
 * librdmacm in another guest, in both roles. A wire connects the guests.
 */
class CmToolsIT {
    private static final String KERNEL = "6.12";
    private static final String KERNEL_OF_C = "6.1";
    private static final Path SCRIPT = Path.of("src", "test", "sh", "cm-tools.sh");

    /** A temporary directory, because the path of a socket has at most 108 bytes. */
    @TempDir
    private Path wire;

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void theProgramsInCConnectToBothProviders(String provider) throws Exception {
        Prerequisites.check(KERNEL);
        Prerequisites.check(KERNEL_OF_C);
        Path share = Files.createDirectories(Path.of("target", "cm-tools-" + provider))
                .toRealPath();
        CmExchanges exchanges = new CmExchanges(share);
        exchanges.write();
        List<String> java = new ArrayList<>(side(KERNEL, 1, share, "java"));
        java.add("--timeout 600000 --provider " + provider);
        java.addAll(GuestCommand.verbena());

        Process withC = start(side(KERNEL_OF_C, 2, share, "c"), share.resolve("c.log"));
        Process withJava = start(java, share.resolve("java.log"));

        assertThat(withJava.waitFor()).as("status of the guest, see %s", share).isZero();
        assertThat(withC.waitFor()).as("status of the guest, see %s", share).isZero();
        new ResultLine("cm-tools-rxe-" + KERNEL, provider, "rxe0")
                .write(exchanges.check() + " exchanges with C, half of them as the server");
    }

    private List<String> side(String kernel, int end, Path share, String side) throws IOException {
        List<String> command = new ArrayList<>(GuestCommand.bootOnWire(kernel, wire, end, share));
        command.addAll(List.of(
                SCRIPT.toRealPath().toString(), share.toString(), side, "10.99.0." + end, "10.99.0." + (3 - end)));
        return command;
    }

    private static Process start(List<String> command, Path console) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .start();
    }
}
