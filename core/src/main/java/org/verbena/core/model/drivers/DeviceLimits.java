package org.verbena.core.model.drivers;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.verbena.spi.model.Limits;

/**
 * Reads the usual limits of a device from the resource {@code NAME.limits}. Each line contains the name of a limit and
 * its value, which is decimal, or hexadecimal after {@code 0x}. Lines that begin with {@code #} are comments.
 */
final class DeviceLimits {
    private static final String HEX = "0x";

    private DeviceLimits() {}

    static Limits of(String name) {
        String file = name + ".limits";
        try (InputStream stream = DeviceLimits.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new FileNotFoundException(file);
            }
            Limits.Builder limits = Limits.define();
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.US_ASCII))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", 2))
                    .forEach(words -> limits.set(words[0], value(words[1])));
            return limits.build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long value(String text) {
        return text.startsWith(HEX)
                ? Long.parseUnsignedLong(text, HEX.length(), text.length(), 16)
                : Long.parseUnsignedLong(text);
    }
}
