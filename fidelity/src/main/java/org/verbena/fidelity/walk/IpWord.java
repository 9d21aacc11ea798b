// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.stream.Stream;

/** Names for IP addresses that mean the same on both devices, independent of the networks of the devices. */
enum IpWord {
    /** The first IPv4 address of the device. */
    OWN(0, ""),
    /** An address in the network of {@link #OWN} that no host has. */
    SILENT(1, ""),
    ANY(2, "0.0.0.0"),
    LOOPBACK(3, "127.0.0.1"),
    /** An address without a route, reserved for documentation. */
    UNROUTED(4, "203.0.113.9"),
    GROUP(5, "239.99.0.1"),
    OTHER_GROUP(6, "239.99.0.2"),
    /** The first IPv6 address of the device. */
    OWN6(7, ""),
    ANY6(8, "::"),
    LOOPBACK6(9, "::1"),
    UNROUTED6(10, "2001:db8::9"),
    GROUP6(11, "ff0e::9901"),
    /** A link-local address without an interface. */
    UNSCOPED6(12, "fe80::9");

    /** The notation of steps. */
    static final Notation NOTATION =
            Notation.words(Stream.of(values()).map(Enum::name).toArray(String[]::new));

    private final int number;
    private final String text;

    IpWord(int number, String text) {
        this.number = number;
        this.text = text;
    }

    /** Returns the constant of a number; {@link #ANY} if the number has none. */
    static IpWord of(long number) {
        return Stream.of(values())
                .filter(word -> word.number == number)
                .findFirst()
                .orElse(ANY);
    }

    long number() {
        return number;
    }

    /** Returns the address; empty if it depends on the device. */
    String text() {
        return text;
    }
}
