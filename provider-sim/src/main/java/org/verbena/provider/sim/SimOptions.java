// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The options of {@link SimProvider#configure}.
 *
 * @param devices the devices
 * @param clock the clock mode
 * @param seed the seed of the random faults
 */
record SimOptions(List<SimDeviceConfig> devices, ClockMode clock, long seed) {
    private static final String PROFILE = "profile";
    private static final String SYSTEM = "system";
    private static final String PORTS = "ports";
    private static final String CLOCK = "clock";
    private static final String SEED = "seed";
    private static final String FAULTS = "faults";
    private static final String ADDRESS = "address";
    private static final String UDP_PORT = "udp-port";
    private static final String PCAP = "pcap";
    private static final String LIMIT = "limit.";

    SimOptions {
        devices = List.copyOf(devices);
    }

    /** Returns the default options, with one device of a profile. */
    static SimOptions usual(String profile) {
        return new SimOptions(List.of(SimDeviceConfig.of(profile)), ClockMode.SYSTEM, 0);
    }

    /** Parses options. */
    static SimOptions parse(Map<String, String> given, String defaultProfile) {
        Map<String, String> options = new TreeMap<>();
        given.forEach((option, value) -> {
            if (option == null || value == null) {
                throw SimDeviceConfig.refuse(
                        String.valueOf(option), String.valueOf(value), "not null", "an option has a name and a value");
            }
            options.put(option, value);
        });
        UnaryOperator<SimDeviceConfig> changes = UnaryOperator.identity();
        for (Map.Entry<String, String> option : options.entrySet()) {
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
        ClockMode clock = ClockMode.of(options.getOrDefault(CLOCK, SYSTEM));
        return new SimOptions(devices, clock, seed(options.getOrDefault(SEED, "0")));
    }

    static long seed(String text) {
        return new TextValue(SEED, text).number();
    }

    private static UnaryOperator<SimDeviceConfig> change(String option, String value) {
        if (option.equals(PROFILE) || option.equals(CLOCK) || option.equals(SEED)) {
            return UnaryOperator.identity();
        }
        if (option.equals(PORTS)) {
            return config -> config.ports(value);
        }
        if (option.equals(FAULTS)) {
            return config -> config.faults(value);
        }
        if (option.equals(ADDRESS)) {
            if (value.isBlank()) {
                throw SimDeviceConfig.refuse(
                        ADDRESS, "blank", "an address of this host", "without the option, there is no network");
            }
            return config -> config.address(value);
        }
        if (option.equals(UDP_PORT)) {
            return config -> config.udpPort(value);
        }
        if (option.equals(PCAP)) {
            return config -> config.pcap(value);
        }
        if (option.startsWith(LIMIT)) {
            long limit = new TextValue(option, value).number();
            return config -> config.limit(option.substring(LIMIT.length()), limit);
        }
        throw SimDeviceConfig.refuse(
                "option",
                option,
                "one of [profile, ports, clock, seed, address, udp-port, faults, pcap, limit.<name>]",
                "the simulator has no such option");
    }
}
