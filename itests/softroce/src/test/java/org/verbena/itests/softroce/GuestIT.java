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

/**
 * Runs the conformance kit and the programs of the documentation in guests on both providers, and reports each of their
 * tests here.
 *
 * <p>The kernels run in parallel with each other and with all other tests. A guest uses little more than one processor,
 * and this process only waits for minutes.
 */
@Execution(ExecutionMode.CONCURRENT)
class GuestIT {
    private static final List<String> KERNELS = List.of("6.12", "6.1");

    @TestFactory
    Stream<DynamicNode> behavioursInTheGuests() throws Exception {
        Map<String, Guest> guests = new LinkedHashMap<>();
        for (String kernel : KERNELS) {
            Prerequisites.check(kernel);
            Path share = Path.of("target", "guest-" + kernel);
            guests.put(
                    kernel, Guest.start(kernel, Files.createDirectories(share).toRealPath()));
        }
        List<DynamicNode> shown = new ArrayList<>();
        for (Map.Entry<String, Guest> guest : guests.entrySet()) {
            Stream<DynamicNode> tests = guest.getValue().tests();
            guest.getValue().copyResultLines();
            shown.add(dynamicContainer("Linux " + guest.getKey(), tests));
        }
        return shown.stream();
    }
}
