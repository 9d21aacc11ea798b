// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.verbena.CompletionArray;
import org.verbena.DeviceContext;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Gid;
import org.verbena.attr.GidType;
import org.verbena.attr.GlobalRoute;
import org.verbena.cli.text.CommandException;

/**
 * The sender of a datagram, from its completion and the 40 bytes in front of it: {@code ibv_init_ah_from_wc(3)}. The
 * bytes are an IPv6 header, or 20 unused bytes and an IPv4 header.
 *
 * @param context the device
 * @param portNum the port that received the datagram
 * @param header the 40 bytes
 * @param completions the completion, as the first one
 */
record DatagramSource(DeviceContext context, int portNum, ByteBuffer header, CompletionArray completions) {
    private static final int IPV4_AT = 20;
    private static final int IPV4_LENGTH = 20;
    private static final int IPV4_VERSION_AND_LENGTH = 0x45;
    private static final int IPV6_SOURCE_AT = 8;
    private static final int IPV6_DESTINATION_AT = 24;
    private static final int FLOW_LABEL = 0xF_FFFF;
    private static final int UINT8 = 0xFF;

    /** Returns the address of the sender. */
    AhAttr address() {
        AhAttr.Builder address = AhAttr.builder()
                .dlid(completions.slid(0))
                .sl(completions.sl(0))
                .srcPathBits(completions.dlidPathBits(0))
                .portNum(portNum);
        return completions.has(0, CompletionFlag.GRH) ? address.grh(route()).build() : address.build();
    }

    private GlobalRoute route() {
        int firstWord = header.order(ByteOrder.BIG_ENDIAN).getInt(0);
        if (isIpv4()) {
            return new GlobalRoute(
                    mapped(IPV4_AT + 12),
                    firstWord & FLOW_LABEL,
                    indexOf(mapped(IPV4_AT + 16)),
                    header.get(IPV4_AT + 8) & UINT8,
                    header.get(IPV4_AT + 1) & UINT8);
        }
        return new GlobalRoute(
                gid(IPV6_SOURCE_AT),
                firstWord & FLOW_LABEL,
                indexOf(gid(IPV6_DESTINATION_AT)),
                header.get(7) & UINT8,
                firstWord >> 20 & UINT8);
    }

    /** Returns whether the header is IPv4. An IPv6 header with the same byte has another checksum. */
    private boolean isIpv4() {
        boolean isIpv6 = (header.get(0) & 0xF0) == 0x60;
        return (header.get(IPV4_AT) & UINT8) == IPV4_VERSION_AND_LENGTH && (!isIpv6 || checksum() == 0xFFFF);
    }

    /** Returns the sum of the IPv4 header, 0xFFFF if its checksum is correct (RFC 1071). */
    private int checksum() {
        int sum = 0;
        for (int at = IPV4_AT; at < IPV4_AT + IPV4_LENGTH; at += Short.BYTES) {
            sum += Short.toUnsignedInt(header.getShort(at));
        }
        while (sum > 0xFFFF) {
            sum = (sum & 0xFFFF) + (sum >> 16);
        }
        return sum;
    }

    private Gid mapped(int at) {
        byte[] raw = new byte[Gid.LENGTH];
        Arrays.fill(raw, 10, 12, (byte) UINT8);
        header.get(at, raw, 12, 4);
        return Gid.of(raw);
    }

    private Gid gid(int at) {
        byte[] raw = new byte[Gid.LENGTH];
        header.get(at, raw);
        return Gid.of(raw);
    }

    private int indexOf(Gid own) {
        return context.queryGidTable().stream()
                .filter(entry -> entry.portNum() == portNum)
                .filter(entry -> entry.gidType() == GidType.ROCE_V2)
                .filter(entry -> entry.gid().equals(own))
                .mapToInt(entry -> (int) entry.gidIndex())
                .findFirst()
                .orElseThrow(() -> new CommandException(
                        "the datagram was sent to " + own + ", which is no RoCEv2 GID of port " + portNum));
    }
}
