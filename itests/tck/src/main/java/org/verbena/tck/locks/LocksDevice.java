package org.verbena.tck.locks;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.verbena.Device;
import org.verbena.Verbs;

/** The device that the arguments of a program name. */
final class LocksDevice {
    private LocksDevice() {}

    /** Finds the device: a provider, with a configuration if there is one, and a name. */
    static Device of(String[] arguments) {
        String[] words = arguments[0].split(",", -1);
        Map<String, String> configuration = Arrays.stream(words)
                .skip(1)
                .map(entry -> entry.split("=", 2))
                .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));
        return Verbs.provider(words[0]).configure(configuration).device(arguments[1]);
    }
}
