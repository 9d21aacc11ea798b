// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;

/** The addresses in the headers of a message below the BTH: the local route, and the global route if there is one. */
public final class Route {
    /** The length of a global route header. */
    public static final int GRH_LENGTH = 40;

    /** The 40 zeroes that take the place of a missing header. */
    public static final ByteBuffer NO_HEADER = ByteBuffer.allocate(GRH_LENGTH).asReadOnlyBuffer();

    private static final Gid NO_GID = Gid.of(new byte[Gid.LENGTH]);
    private static final int IP_VERSION = 6;
    private static final int NEXT_HEADER_IBA = 0x1B;
    private static final int VERSION_SHIFT = 28;
    private static final int CLASS_SHIFT = 20;
    private static final int PAYLOAD_LENGTH_AT = 4;
    private static final int IPV4_LENGTH = 20;
    private static final int IPV4_LENGTH_AT = 22;
    private static final int IPV4_CHECKSUM_AT = 30;
    private static final int IPV4_VERSION_AND_LENGTH = 0x45;
    private static final int DO_NOT_FRAGMENT = 0x4000;
    private static final int UDP = 17;
    private static final int UDP_LENGTH = 8;
    private static final int UINT16 = 0xFFFF;

    /** BTH, DETH and ICRC. */
    private static final int TRANSPORT_LENGTH = 12 + 8 + 4;

    private final int slid;
    private final int dlid;
    private final int sl;
    private final boolean global;
    private final boolean overUdp;
    private final boolean ipv4;
    private final Gid source;
    private final @Nullable GlobalRoute grh;

    /** Created for the first datagram. Connections have no header. */
    private @Nullable ByteBuffer header;

    /**
     * Creates a route.
     *
     * @param source the source GID
     * @param slid the source LID
     * @param to the destination
     * @param implied whether the link always has the addresses of a global route, as in RoCE
     * @param overUdp whether datagrams are sent over UDP, as in RoCE v2
     */
    public Route(Gid source, int slid, AhAttr to, boolean implied, boolean overUdp) {
        this.slid = slid;
        this.dlid = to.dlid();
        this.sl = to.sl();
        this.source = source;
        this.overUdp = overUdp;
        this.grh = to.grh().orElse(null);
        this.global = implied || grh != null;
        this.ipv4 = overUdp && source.isMappedIpv4() && destination().isMappedIpv4();
    }

    /** {@return the LID of the sender's port, 0..65535} */
    public int slid() {
        return slid;
    }

    /** {@return the LID of the destination, 0..65535} */
    public int dlid() {
        return dlid;
    }

    /** {@return the service level, 0..15} */
    public int sl() {
        return sl;
    }

    /**
     * Returns whether datagrams on this route have a global route header.
     *
     * @return whether the first 40 bytes of receive buffers hold a header
     */
    public boolean isGlobal() {
        return global;
    }

    /** {@return the source GID} */
    public Gid source() {
        return source;
    }

    /** {@return the global route, null if the destination has only a LID} */
    public @Nullable GlobalRoute grh() {
        return grh;
    }

    /** {@return the destination GID, all zeroes if the destination has only a LID} */
    public Gid destination() {
        GlobalRoute to = grh;
        return to == null ? NO_GID : to.dgid();
    }

    /**
     * Returns the 40 bytes in front of a datagram. They are a global route header, an IPv6 header, or 20 zeroes and an
     * IPv4 header (IBA annex A17; rxe: execute of rxe_resp.c).
     *
     * @param payload the length of the data, 0..65535
     * @param immediate whether the datagram has immediate data
     * @return the header, valid until the next call
     */
    public ByteBuffer header(int payload, boolean immediate) {
        ByteBuffer known = header;
        if (known == null) {
            known = newHeader();
            header = known;
        }
        int transport = TRANSPORT_LENGTH + (immediate ? Integer.BYTES : 0) + (payload + 3 & ~3);
        if (ipv4) {
            known.putShort(IPV4_LENGTH_AT, (short) (IPV4_LENGTH + UDP_LENGTH + transport));
            known.putShort(IPV4_CHECKSUM_AT, (short) 0).putShort(IPV4_CHECKSUM_AT, ipv4Checksum(known));
            return known;
        }
        return known.putShort(PAYLOAD_LENGTH_AT, (short) (overUdp ? UDP_LENGTH + transport : transport));
    }

    private ByteBuffer newHeader() {
        ByteBuffer made = ByteBuffer.allocate(GRH_LENGTH);
        GlobalRoute to = grh;
        if (to == null) {
            return made;
        }
        if (ipv4) {
            made.position(GRH_LENGTH - IPV4_LENGTH);
            made.put((byte) IPV4_VERSION_AND_LENGTH).put((byte) to.trafficClass());
            made.putInt(0).putShort((short) DO_NOT_FRAGMENT);
            made.put((byte) to.hopLimit()).put((byte) UDP).putShort((short) 0);
            made.put(source.raw(), Gid.LENGTH - Integer.BYTES, Integer.BYTES);
            return made.put(to.dgid().raw(), Gid.LENGTH - Integer.BYTES, Integer.BYTES);
        }
        made.putInt(IP_VERSION << VERSION_SHIFT | to.trafficClass() << CLASS_SHIFT | (int) to.flowLabel());
        made.putShort((short) 0).put((byte) (overUdp ? UDP : NEXT_HEADER_IBA)).put((byte) to.hopLimit());
        return made.put(source.raw()).put(to.dgid().raw());
    }

    /**
     * Returns the checksum of RFC 791: the ones' complement of the ones' complement sum of the header's 16-bit words.
     */
    private static short ipv4Checksum(ByteBuffer header) {
        int sum = 0;
        for (int at = GRH_LENGTH - IPV4_LENGTH; at < GRH_LENGTH; at += Short.BYTES) {
            sum += Short.toUnsignedInt(header.getShort(at));
        }
        sum = (sum & UINT16) + (sum >>> Short.SIZE);
        return (short) ~(sum + (sum >>> Short.SIZE));
    }
}
