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
     * Parses the text form of a GID.
     *
     * @param text eight groups of four hexadecimal digits, as sysfs and {@link #toString()} print them:
     *     {@code fe80:0000:0000:0000:5054:00ff:fe12:3456}
     * @return the GID
     * @throws InvalidRequestException if the text has another form
     */
    public static Gid parse(String text) {
        Attr.present(STRUCT, "raw", text);
        if (!text.matches("([0-9a-fA-F]{4}:){7}[0-9a-fA-F]{4}")) {
            throw Attr.refuse(
                    STRUCT, "raw", text, "xxxx:xxxx:xxxx:xxxx:xxxx:xxxx:xxxx:xxxx", "eight hexadecimal groups");
        }
        return new Gid(HexFormat.of().parseHex(text.replace(":", "")));
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

    /**
     * Returns whether every byte is 0, as in an empty entry of a GID table.
     *
     * @return true if every byte is 0
     */
    public boolean isZero() {
        for (byte b : raw) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether this is an IPv4 address mapped into IPv6, {@code ::ffff:a.b.c.d}, as used by RoCEv2.
     *
     * @return true for a mapped address
     */
    public boolean isMappedIpv4() {
        for (int i = 0; i < 10; i++) {
            if (raw[i] != 0) {
                return false;
            }
        }
        return (raw[10] & 0xFF) == 0xFF && (raw[11] & 0xFF) == 0xFF;
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
