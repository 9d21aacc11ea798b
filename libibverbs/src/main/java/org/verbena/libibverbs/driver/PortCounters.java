// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the counters of a port or a device from sysfs, where each counter is a file with one number. libibverbs has no
 * function for them.
 */
final class PortCounters {
    private static final Path DEVICES = Path.of("/sys/class/infiniband");

    /** The maximum number of counters. Drivers have fewer. */
    private static final int MOST = 1024;

    /** The maximum length of a file: 20 digits and a line feed. */
    private static final int LENGTH = 21;

    private PortCounters() {}

    /**
     * Returns the counters of a port by name, for port 0 with those of the device. Files that cannot be read or contain
     * no number are omitted.
     */
    static Map<String, Long> read(String device, int portNum) {
        // A name from a driver must not lead to another directory.
        return device.matches("[\\w-]+") ? read(DEVICES.resolve(device), portNum) : Map.of();
    }

    /** Reads the counters below the directory of a device. */
    static Map<String, Long> read(Path device, int portNum) {
        Path port = device.resolve("ports").resolve(Integer.toString(portNum));
        List<Path> directories = new ArrayList<>(List.of(port.resolve("counters"), port.resolve("hw_counters")));
        if (portNum == 0) {
            directories.add(device.resolve("hw_counters"));
        }
        Map<String, Long> counters = new TreeMap<>();
        for (Path directory : directories) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
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
