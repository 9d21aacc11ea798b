// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.tck.engine.TestProcess;

/** Runs {@code verbena ping} between two hosts over RoCE, with provider ffm on one side and jna on the other. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class PingIT {
    private static final Path SCRIPT = Path.of("src", "test", "sh", "ping-between-hosts.sh");

    private static final List<String> KERNELS = List.of("6.12", "6.1");

    @BeforeAll
    static void pingInTheGuests() throws Exception {
        Map<String, Process> guests = new LinkedHashMap<>();
        for (String kernel : KERNELS) {
            GuestCommand.check(kernel);
            guests.put(kernel, ping(kernel));
        }
        for (Map.Entry<String, Process> guest : guests.entrySet()) {
            assertThat(guest.getValue().waitFor())
                    .as(() -> "status of the guest\n" + TestProcess.lastLines(console(guest.getKey())))
                    .isZero();
        }
    }

    private static Process ping(String kernel) throws IOException, InterruptedException {
        Path share = Files.createDirectories(share(kernel)).toRealPath();
        List<String> command = new ArrayList<>(GuestCommand.boot(kernel, GuestCommand.Cpus.TWO, 2, share));
        command.addAll(List.of(SCRIPT.toRealPath().toString(), share.toString()));
        command.addAll(GuestCommand.verbenaInGuest());
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console(kernel).toFile())
                .start();
    }

    private static Path share(String kernel) {
        return Path.of("target", "ping-" + kernel);
    }

    private static Path console(String kernel) {
        return share(kernel).resolve("console.log");
    }

    @ParameterizedTest
    @MethodSource
    void everyMessageComesBack(String kernel, String type) throws Exception {
        JsonObject measured = printed(kernel, type + "-b.json");
        JsonObject answered = printed(kernel, type + "-a.json");

        assertThat(measured)
                .containsEntry("provider", "jna")
                .containsEntry("device", "rxe1")
                .containsEntry("qp_type", "IBV_QPT_" + type)
                .containsEntry("size", 100)
                .containsEntry("answered", 100)
                .containsEntry("lost", 0);
        assertThat(measured.isNull("failure")).isTrue();
        assertThat(List.of("min", "p50", "p90", "p99", "p99.9", "max"))
                .extracting(measured.getObject("round_trip_ns")::getLong)
                .isSorted();
        assertThat(answered)
                .containsEntry("provider", "ffm")
                .containsEntry("device", "rxe0")
                .containsEntry("size", 100)
                .containsEntry("answered", 120);
    }

    static Stream<Arguments> everyMessageComesBack() {
        return KERNELS.stream().flatMap(kernel -> Stream.of("RC", "UC", "UD").map(type -> Arguments.of(kernel, type)));
    }

    private static JsonObject printed(String kernel, String file) throws Exception {
        return JsonParser.object().from(Files.readString(share(kernel).resolve(file)));
    }
}
