// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verbena.core.observe.Inventory;
import org.verbena.tck.leak.ConnectionCycles;

/**
 * Opens and closes connections, and counts the live handles and the kernel's objects. {@code ConnectionCyclesIT} starts
 * it.
 */
final class CountedConnections {
    private static final Pattern COUNT = Pattern.compile("(pd|cq|qp|cm_id|mr|ctx|srq) (\\d+)");

    private CountedConnections() {}

    public static void main(String[] arguments) throws Exception {
        String device = arguments[1];
        ConnectionCycles.run(arguments, () -> counts(device));
    }

    /** Returns the numbers that rdma(8) prints: {@code 0: rxe0: pd 2 cq 2 qp 1 cm_id 0 mr 0 ctx 1 srq 0}. */
    private static Map<String, Long> counts(String device) {
        Map<String, Long> counts = new TreeMap<>();
        Matcher matcher = COUNT.matcher(resources(device));
        while (matcher.find()) {
            counts.put("kernel's " + matcher.group(1), Long.parseLong(matcher.group(2)));
        }
        if (counts.isEmpty()) {
            throw new AssertionError("rdma(8) reports no objects of " + device);
        }
        counts.put("live handles", (long) Inventory.handles().size());
        return counts;
    }

    private static String resources(String device) {
        try {
            Process rdma = new ProcessBuilder("rdma", "resource", "show", device)
                    .redirectErrorStream(true)
                    .start();
            return new String(rdma.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
