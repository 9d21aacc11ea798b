package org.verbena.itests.softroce;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.verbena.tck.engine.Effort;

/**
 * Runs the behaviours of connection management in guests on both providers, and reports each of them here. The guests run
 * at the same time. The last class in a guest removes the device.
 */
@Execution(ExecutionMode.CONCURRENT)
class CmIT {
    /** Both kernels show the same, so the usual run has only one of them. */
    private static final List<String> KERNELS = Effort.now() == Effort.FULL ? List.of("6.12", "6.1") : List.of("6.12");

    @TestFactory
    Stream<DynamicNode> connectionManagementInTheGuests() throws Exception {
        Map<String, Guest> guests = new LinkedHashMap<>();
        for (String kernel : KERNELS) {
            Prerequisites.check(kernel);
            Path share = Path.of("target", "cm-" + kernel);
            guests.put(
                    kernel,
                    Guest.startForConnections(
                            kernel, Files.createDirectories(share).toRealPath()));
        }
        List<DynamicNode> shown = new ArrayList<>();
        for (Map.Entry<String, Guest> guest : guests.entrySet()) {
            shown.add(
                    dynamicContainer("Linux " + guest.getKey(), guest.getValue().tests()));
            guest.getValue().copyResultLines();
        }
        return shown.stream();
    }
}
