package org.verbena.provider.sim.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.AhAttr;
import org.verbena.Gid;
import org.verbena.GlobalRoute;

/** The addresses of a message's headers below the BTH: local route, and global route if there is one. */
public final class Route {
    /** The length of a global route header. */
    public static final int GRH_LENGTH = 40;

    /** What stands in its place where there is none. */
    public static final ByteBuffer NO_HEADER = ByteBuffer.allocate(GRH_LENGTH).asReadOnlyBuffer();

    private static final Gid NO_GID = Gid.of(new byte[Gid.LENGTH]);
    private static final int IP_VERSION = 6;
    private static final int NEXT_HEADER_IBA = 0x1B;
    private static final int VERSION_SHIFT = 28;
    private static final int CLASS_SHIFT = 20;
    private static final int PAYLOAD_LENGTH_AT = 4;

    private final int slid;
    private final int sl;
    private final boolean global;
    private final Gid source;
    private final @Nullable GlobalRoute grh;

    /** Made for the first datagram: connections have none. */
    private @Nullable ByteBuffer header;

    /**
     * A route.
     *
     * @param source the GID that it starts from
     * @param slid the LID that it starts from
     * @param to where it leads to
     * @param implied whether the link always has the addresses of a global route, as RoCE has
     */
    public Route(Gid source, int slid, AhAttr to, boolean implied) {
        this.slid = slid;
        this.sl = to.sl();
        this.source = source;
        this.grh = to.grh().orElse(null);
        this.global = implied || grh != null;
    }

    /**
     * The LID of the sender's port.
     *
     * @return 0..65535
     */
    public int slid() {
        return slid;
    }

    /**
     * The service level.
     *
     * @return 0..15
     */
    public int sl() {
        return sl;
    }

    /**
     * Whether datagrams on it have a global route header.
     *
     * @return whether the first 40 bytes of their receive buffers are written
     */
    public boolean isGlobal() {
        return global;
    }

    /**
     * The GID that it leads to.
     *
     * @return the GID, zeroes if it has only a LID
     */
    public Gid destination() {
        GlobalRoute to = grh;
        return to == null ? NO_GID : to.dgid();
    }

    /**
     * The global route header.
     *
     * @param payload the length of what follows it, 0..65535
     * @return the header, valid until the next call
     */
    public ByteBuffer header(int payload) {
        ByteBuffer known = header;
        if (known == null) {
            known = newHeader();
            header = known;
        }
        return known.putShort(PAYLOAD_LENGTH_AT, (short) payload);
    }

    private ByteBuffer newHeader() {
        ByteBuffer made = ByteBuffer.allocate(GRH_LENGTH);
        GlobalRoute to = grh;
        if (to != null) {
            made.putInt(IP_VERSION << VERSION_SHIFT | to.trafficClass() << CLASS_SHIFT | (int) to.flowLabel());
            made.putShort((short) 0).put((byte) NEXT_HEADER_IBA).put((byte) to.hopLimit());
            made.put(source.raw()).put(to.dgid().raw());
        }
        return made;
    }
}
