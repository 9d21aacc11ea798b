// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.verbena.DeviceContext;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;

/** The IP addresses and ports of one device, with names that mean the same on the other device. */
final class CmAddresses {
    private static final byte SILENT_HOST = (byte) 250;

    /** The first port that the kernel chooses itself: {@code net.ipv4.ip_local_port_range}. */
    private static final int FIRST_CHOSEN = 32_768;

    private final Map<IpWord, InetAddress> byWord = new EnumMap<>(IpWord.class);
    private final Map<Integer, String> portNames = new HashMap<>();

    CmAddresses(DeviceContext context) {
        for (GidEntry entry : context.queryGidTable()) {
            if (entry.gidType() == GidType.ROCE_V2) {
                InetAddress ip = ip(entry);
                byWord.putIfAbsent(ip instanceof Inet6Address ? IpWord.OWN6 : IpWord.OWN, ip);
            }
        }
        Optional.ofNullable(byWord.get(IpWord.OWN)).ifPresent(own -> {
            byte[] raw = own.getAddress();
            int last = raw.length - 1;
            // A simulated device has a random address, which may be the silent one.
            raw[last] = raw[last] == SILENT_HOST ? SILENT_HOST + 1 : SILENT_HOST;
            byWord.put(IpWord.SILENT, ip(raw));
        });
        for (IpWord word : IpWord.values()) {
            if (!word.text().isEmpty()) {
                byWord.put(word, ip(word.text()));
            }
        }
    }

    private static InetAddress ip(GidEntry entry) {
        InetAddress ip = entry.gid().toInetAddress();
        try {
            // Simulated devices have no interface, and take any scope except 0.
            return ip instanceof Inet6Address && ip.isLinkLocalAddress()
                    ? Inet6Address.getByAddress(null, ip.getAddress(), Math.max(1, (int) entry.ndevIfindex()))
                    : ip;
        } catch (UnknownHostException e) {
            throw new AssertionError("an IPv6 address has 16 bytes", e);
        }
    }

    private static InetAddress ip(byte[] raw) {
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address has 4 or 16 bytes", e);
        }
    }

    private static InetAddress ip(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError("a number is not looked up", e);
        }
    }

    /**
     * Returns the address of a field.
     *
     * @throws NamesNothingException if the device has no such address
     */
    InetAddress ip(Step step, StepField field) {
        InetAddress known = byWord.get(IpWord.of(step.arguments().number(field)));
        if (known == null) {
            throw new NamesNothingException(step, field);
        }
        return known;
    }

    /** Returns whether the device has an address. */
    boolean has(IpWord word) {
        return byWord.containsKey(word);
    }

    /** Returns the name of an address, or its text. */
    String describe(InetAddress ip) {
        return byWord.entrySet().stream()
                .filter(entry -> entry.getValue().equals(ip))
                .map(entry -> entry.getKey().name())
                .findFirst()
                .orElseGet(ip::getHostAddress);
    }

    String describe(Gid gid) {
        return describe(gid.toInetAddress());
    }

    String describe(InetSocketAddress address) {
        return describe(address.getAddress()) + ":" + describe(address.getPort());
    }

    /** Returns a port. Ports that the kernel has chosen are numbered by their first occurrence. */
    private String describe(int port) {
        return port < FIRST_CHOSEN
                ? Integer.toString(port)
                : portNames.computeIfAbsent(port, chosen -> "p" + (portNames.size() + 1));
    }
}
