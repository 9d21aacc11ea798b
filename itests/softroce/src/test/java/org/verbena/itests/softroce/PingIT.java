package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code verbena ping} between two hosts over RoCE, of provider ffm on one side and of jna on the other. */
class PingIT {
    private static final Path SCRIPT = Path.of("src", "test", "sh", "ping-between-hosts.sh");
    private static final int SECONDS = 1200;

    private static Path share;

    @BeforeAll
    static void pingInTheGuest() throws Exception {
        Prerequisites.check();
        share = Files.createDirectories(Path.of("target", "ping")).toRealPath();
        Path console = share.resolve("console.log");
        Process guest = new ProcessBuilder(
                        Guest.script().toString(),
                        "--hosts",
                        "2",
                        "--share",
                        share.toString(),
                        "--timeout",
                        Integer.toString(SECONDS),
                        "--",
                        SCRIPT.toRealPath().toString(),
                        share.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // Tiered compilation patches code while the other emulated processor runs it, and crashes.
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        Guest.classPath(),
                        "org.verbena.cli.Main")
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .start();
        assertThat(guest.waitFor()).as("status of the guest, see " + console).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RC", "UC", "UD"})
    void everyMessageComesBack(String type) throws Exception {
        JsonObject measured = printed(type + "-b.json");
        JsonObject answered = printed(type + "-a.json");

        assertThat(measured)
                .containsEntry("provider", "jna")
                .containsEntry("device", "rxe1")
                .containsEntry("qp_type", "IBV_QPT_" + type)
                .containsEntry("size", 100)
                .containsEntry("answered", 200)
                .containsEntry("lost", 0);
        assertThat(measured.isNull("failure")).isTrue();
        assertThat(List.of("min", "p50", "p90", "p99", "p99.9", "max"))
                .extracting(measured.getObject("round_trip_ns")::getLong)
                .isSorted();
        assertThat(answered)
                .containsEntry("provider", "ffm")
                .containsEntry("device", "rxe0")
                .containsEntry("size", 100)
                .containsEntry("answered", 220);
    }

    private static JsonObject printed(String file) throws Exception {
        return JsonParser.object().from(Files.readString(share.resolve(file)));
    }
}
