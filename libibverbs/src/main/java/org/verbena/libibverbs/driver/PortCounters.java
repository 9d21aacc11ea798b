// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the counters of a port from sysfs, where each counter is a file with one number. libibverbs has no function for
 * them.
 */
final class PortCounters {
    private static final Path DEVICES = Path.of("/sys/class/infiniband");
    private static final List<String> DIRECTORIES = List.of("counters", "hw_counters");

    /** The maximum number of counters. Drivers have fewer. */
    private static final int MOST = 1024;

    /** The maximum length of a file: 20 digits and a line feed. */
    private static final int LENGTH = 21;

    private PortCounters() {}

    /** Returns the counters by name. Files that cannot be read or contain no number are omitted. */
    static Map<String, Long> read(String device, int portNum) {
        Path port = Path.of("ports", Integer.toString(portNum));
        // A name from a driver must not lead to another directory.
        return device.matches("[\\w-]+") ? read(DEVICES.resolve(device).resolve(port)) : Map.of();
    }

    /** Reads the counters in the directory of a port. */
    static Map<String, Long> read(Path port) {
        Map<String, Long> counters = new TreeMap<>();
        for (String directory : DIRECTORIES) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(port.resolve(directory))) {
                for (Path file : files) {
                    if (counters.size() < MOST) {
                        add(file, counters);
                    }
                }
            } catch (IOException | DirectoryIteratorException e) {
                // The driver has no such counters.
            }
        }
        return counters;
    }

    private static void add(Path file, Map<String, Long> counters) {
        if (!Files.isRegularFile(file)) {
            return;
        }
        try (InputStream content = Files.newInputStream(file)) {
            String text = new String(content.readNBytes(LENGTH), StandardCharsets.US_ASCII);
            counters.put(file.getFileName().toString(), Long.parseUnsignedLong(text.strip()));
        } catch (IOException | NumberFormatException e) {
            // A driver may fail to read a counter, and other files are no counters.
        }
    }
}
