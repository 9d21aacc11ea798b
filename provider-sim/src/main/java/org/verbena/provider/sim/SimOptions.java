package org.verbena.provider.sim;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The options of {@link SimProvider#configure}.
 *
 * @param devices the devices
 * @param clock how time passes
 */
record SimOptions(List<SimDeviceConfig> devices, ClockMode clock) {
    private static final String PROFILE = "profile";
    private static final String SYSTEM = "system";
    private static final String PORTS = "ports";
    private static final String CLOCK = "clock";
    private static final String LIMIT = "limit.";

    /** Reads options. */
    static SimOptions parse(Map<String, String> options, String defaultProfile) {
        UnaryOperator<SimDeviceConfig> changes = UnaryOperator.identity();
        for (Map.Entry<String, String> option : new TreeMap<>(options).entrySet()) {
            UnaryOperator<SimDeviceConfig> before = changes;
            UnaryOperator<SimDeviceConfig> change = change(option.getKey(), option.getValue());
            changes = config -> change.apply(before.apply(config));
        }
        List<SimDeviceConfig> devices = Stream.of(
                        options.getOrDefault(PROFILE, defaultProfile).split(",", -1))
                .map(String::strip)
                .map(SimDeviceConfig::of)
                .map(changes)
                .toList();
        return new SimOptions(devices, clock(options.getOrDefault(CLOCK, SYSTEM)));
    }

    private static ClockMode clock(String value) {
        return Stream.of(ClockMode.values())
                .filter(mode -> mode.name().toLowerCase(Locale.ROOT).equals(value.strip()))
                .findFirst()
                .orElseThrow(() -> SimDeviceConfig.refuse(
                        CLOCK, value, "one of [system, manual, virtual]", "time passes in one of these ways"));
    }

    private static UnaryOperator<SimDeviceConfig> change(String option, String value) {
        if (option.equals(PROFILE) || option.equals(CLOCK)) {
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
                "option", option, "one of [profile, ports, clock, limit.<name>]", "the simulator has no such option");
    }

    private static long number(String option, String value) {
        try {
            return Long.decode(value.strip());
        } catch (NumberFormatException e) {
            throw SimDeviceConfig.refuse(option, value, "a whole number", "the option is a number");
        }
    }
}
