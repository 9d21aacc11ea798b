// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/** A global identifier of a port or a multicast group, 16 bytes in network order: {@code union ibv_gid}. */
public final class Gid {
    /** The number of bytes. */
    public static final int LENGTH = 16;

    private static final String STRUCT = "ibv_gid";
    private static final int MULTICAST_PREFIX = 0xFF;

    /** The length of eight groups, the last two of which are an IPv4 address. */
    private static final int MAX_TEXT = 45;

    private final byte[] raw;

    private Gid(byte[] raw) {
        this.raw = raw;
    }

    /**
     * Creates a GID from its bytes.
     *
     * @param raw the 16 bytes in network order; copied
     * @return the GID
     * @throws InvalidRequestException if there are not 16 bytes
     */
    public static Gid of(byte[] raw) {
        Attr.present(STRUCT, "raw", raw);
        if (raw.length != LENGTH) {
            throw Attr.refuse(STRUCT, "raw", raw.length + " bytes", LENGTH + " bytes", "a GID has 128 bits");
        }
        return new Gid(raw.clone());
    }

    /**
     * Creates the GID of a RoCE port that has an IP address.
     *
     * @param address an IPv4 address, which is mapped into IPv6, or an IPv6 address, whose scope is dropped
     * @return the GID
     */
    public static Gid of(InetAddress address) {
        Attr.present(STRUCT, "raw", address);
        byte[] ip = address.getAddress();
        byte[] raw = new byte[LENGTH];
        System.arraycopy(ip, 0, raw, LENGTH - ip.length, ip.length);
        if (ip.length < LENGTH) {
            raw[10] = (byte) 0xFF;
            raw[11] = (byte) 0xFF;
        }
        return new Gid(raw);
    }

    /**
     * Parses the text form of a GID.
     *
     * @param text an IPv6 address without a scope, in any form: {@code fe80:0000:0000:0000:5054:00ff:fe12:3456} as
     *     sysfs, show_gids and {@link #toString()} print it, or {@code fe80::5054:ff:fe12:3456} and
     *     {@code ::ffff:10.0.0.1} as ibv_devinfo(1) prints it
     * @return the GID
     * @throws InvalidRequestException if the text has another form
     */
    public static Gid parse(String text) {
        Attr.present(STRUCT, "raw", text);
        if (text.length() <= MAX_TEXT && text.contains(":") && text.matches("[0-9a-fA-F:.]+")) {
            try {
                // The brackets prevent a search for a host of that name.
                return of(InetAddress.getByName("[" + text + "]"));
            } catch (UnknownHostException e) {
                // refused below
            }
        }
        throw Attr.refuse(
                STRUCT,
                "raw",
                text,
                "xxxx:xxxx:xxxx:xxxx:xxxx:xxxx:xxxx:xxxx, fe80::x or ::ffff:a.b.c.d",
                "an IPv6 address");
    }

    /**
     * Returns the bytes.
     *
     * @return a copy of the bytes, in network order
     */
    public byte[] raw() {
        return raw.clone();
    }

    /**
     * Returns whether this is the address of a multicast group. Such an address starts with 0xff, or is an IPv4
     * multicast address mapped into IPv6 (kernel: {@code rdma_is_multicast_addr}).
     *
     * @return true for a multicast address
     */
    public boolean isMulticast() {
        return (raw[0] & 0xFF) == MULTICAST_PREFIX || (isMappedIpv4() && (raw[12] & 0xF0) == 0xE0);
    }

    /** {@return whether every byte is 0, as in an empty entry of a GID table; true if every byte is 0} */
    public boolean isZero() {
        for (byte b : raw) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether this is an IPv4 address mapped into IPv6, {@code ::ffff:a.b.c.d}, as used by RoCEv2} */
    public boolean isMappedIpv4() {
        for (int i = 0; i < 10; i++) {
            if (raw[i] != 0) {
                return false;
            }
        }
        return (raw[10] & 0xFF) == 0xFF && (raw[11] & 0xFF) == 0xFF;
    }

    /**
     * Returns whether this is a link-local address, which reaches only the own subnet: {@code fe80::/10}, or
     * {@code 169.254.0.0/16} mapped into IPv6.
     *
     * @return true for a link-local address
     */
    public boolean isLinkLocal() {
        return isMappedIpv4()
                ? (raw[12] & 0xFF) == 169 && (raw[13] & 0xFF) == 254
                : (raw[0] & 0xFF) == 0xFE && (raw[1] & 0xC0) == 0x80;
    }

    /**
     * Returns the IP address of which this GID consists, as GIDs of RoCE do.
     *
     * @return an IPv4 address if it is mapped into IPv6, an IPv6 address without a scope otherwise
     */
    public InetAddress toInetAddress() {
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address of " + LENGTH + " bytes is valid", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Gid gid && Arrays.equals(gid.raw, raw);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(raw);
    }

    /** Returns eight groups of four hexadecimal digits. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(39);
        HexFormat hex = HexFormat.of();
        for (int i = 0; i < LENGTH; i += 2) {
            text.append(i == 0 ? "" : ":").append(hex.formatHex(raw, i, i + 2));
        }
        return text.toString();
    }
}
