package org.verbena.provider.sim;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Reads the options of {@link SimProvider#configure}. */
final class SimOptions {
    private static final String PROFILE = "profile";
    private static final String PORTS = "ports";
    private static final String LIMIT = "limit.";

    private SimOptions() {}

    static List<SimDeviceConfig> parse(Map<String, String> options, String defaultProfile) {
        UnaryOperator<SimDeviceConfig> changes = UnaryOperator.identity();
        for (Map.Entry<String, String> option : new TreeMap<>(options).entrySet()) {
            UnaryOperator<SimDeviceConfig> before = changes;
            UnaryOperator<SimDeviceConfig> change = change(option.getKey(), option.getValue());
            changes = config -> change.apply(before.apply(config));
        }
        return Stream.of(options.getOrDefault(PROFILE, defaultProfile).split(",", -1))
                .map(String::strip)
                .map(SimDeviceConfig::of)
                .map(changes)
                .toList();
    }

    private static UnaryOperator<SimDeviceConfig> change(String option, String value) {
        if (option.equals(PROFILE)) {
            return UnaryOperator.identity();
        }
        if (option.equals(PORTS)) {
            int ports = (int) Math.min(number(option, value), Integer.MAX_VALUE);
            return config -> config.ports(ports);
        }
        if (option.startsWith(LIMIT)) {
            long limit = number(option, value);
            return config -> config.limit(option.substring(LIMIT.length()), limit);
        }
        throw SimDeviceConfig.refuse(
                "option", option, "one of [profile, ports, limit.<name>]", "the simulator has no such option");
    }

    private static long number(String option, String value) {
        try {
            return Long.decode(value.strip());
        } catch (NumberFormatException e) {
            throw SimDeviceConfig.refuse(option, value, "a whole number", "the option is a number");
        }
    }
}
