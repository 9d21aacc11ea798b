package org.verbena.itests.softroce;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.verbena.tck.engine.ResultLine;

/**
 * Runs connection management between two stations of a guest, on both providers. Two guests with different kernels run at
 * the same time.
 */
@Execution(ExecutionMode.CONCURRENT)
class CmIT {
    private static final List<String> KERNELS = List.of("6.12", "6.1");
    private static final List<String> CLASSES = List.of("FfmCm", "JnaCm");

    /** A temporary directory, because the path of a socket has at most 108 bytes. */
    @TempDir
    Path wire;

    @TestFactory
    Stream<DynamicNode> connectionManagementInTheGuests() throws Exception {
        List<Guest> guests = new ArrayList<>();
        for (String kernel : KERNELS) {
            Prerequisites.check(kernel);
            Path share =
                    Files.createDirectories(Path.of("target", "cm-" + kernel)).toRealPath();
            guests.add(Guest.startOnWire(kernel, wire, guests.size() + 1, share, CLASSES));
        }
        List<DynamicNode> shown = new ArrayList<>();
        for (int i = 0; i < guests.size(); i++) {
            String kernel = KERNELS.get(i);
            shown.add(dynamicContainer("Linux " + kernel, guests.get(i).tests()));
            report(kernel, "ffm", guests.get(i).passed("FfmCm"));
            report(kernel, "jna", guests.get(i).passed("JnaCm"));
        }
        return shown.stream();
    }

    private static void report(String kernel, String provider, long passed) throws IOException {
        new ResultLine("cm-rxe-" + kernel, provider, "rxe0").write(passed + " tests of connection management");
    }
}
