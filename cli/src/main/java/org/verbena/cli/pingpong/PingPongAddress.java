// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.pingpong;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verbena.attr.Gid;
import org.verbena.cli.text.CommandException;

/**
 * The address of a queue pair, as the ping-pong programs of rdma-core exchange it ({@code struct pingpong_dest}).
 *
 * @param lid the LID of the port
 * @param qpn the number of the queue pair
 * @param psn the first PSN that it sends
 * @param gid the GID of the port, all zeroes if the peer shall use the LID
 */
record PingPongAddress(int lid, int qpn, int psn, Gid gid) {
    /** The length of the text form with its terminating zero. */
    static final int LENGTH = 52;

    private static final Pattern TEXT =
            Pattern.compile("([0-9a-f]{4}):([0-9a-f]{6}):([0-9a-f]{6}):([0-9a-f]{32})", Pattern.CASE_INSENSITIVE);
    private static final int HEX = 16;
    private static final int IPV4_AT = 12;

    /** Parses the text form, without the terminating zero. */
    static PingPongAddress parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new CommandException("the peer sent '" + text + "', expected LID:QPN:PSN:GID in hexadecimal digits");
        }
        return new PingPongAddress(
                Integer.parseInt(parts.group(1), HEX),
                Integer.parseInt(parts.group(2), HEX),
                Integer.parseInt(parts.group(3), HEX),
                Gid.of(HexFormat.of().parseHex(parts.group(4))));
    }

    /** Returns the text form, without the terminating zero. */
    String text() {
        return String.format("%04x:%06x:%06x:%s", lid, qpn, psn, HexFormat.of().formatHex(gid.raw()));
    }

    /** Returns whether the peer must use the GID: the C programs decide by the lower half. */
    boolean isGlobal() {
        return ByteBuffer.wrap(gid.raw()).getLong(Long.BYTES) != 0;
    }

    /** Returns the line that the C programs print. */
    String line() {
        return String.format("LID 0x%04x, QPN 0x%06x, PSN 0x%06x, GID %s", lid, qpn, psn, shortGid());
    }

    /** Returns the GID as {@code inet_ntop(3)} prints it. */
    private String shortGid() {
        byte[] raw = gid.raw();
        if (gid.isMappedIpv4()) {
            StringBuilder text = new StringBuilder("::ffff");
            for (int i = IPV4_AT; i < raw.length; i++) {
                text.append(i == IPV4_AT ? ':' : '.').append(Byte.toUnsignedInt(raw[i]));
            }
            return text.toString();
        }
        String groups = "";
        ByteBuffer words = ByteBuffer.wrap(raw);
        while (words.hasRemaining()) {
            groups += ":" + Integer.toHexString(Short.toUnsignedInt(words.getShort()));
        }
        return shortened(groups.substring(1));
    }

    /** Replaces the longest sequence of zero groups by two colons. */
    private static String shortened(String groups) {
        Matcher zeroes = Pattern.compile("(^|:)0(:0)+(:|$)").matcher(groups);
        int start = 0;
        int end = 0;
        while (zeroes.find()) {
            if (zeroes.end() - zeroes.start() > end - start) {
                start = zeroes.start();
                end = zeroes.end();
            }
        }
        return end == 0 ? groups : groups.substring(0, start) + "::" + groups.substring(end);
    }
}
