package org.verbena.provider.sim.wire;

import java.nio.ByteBuffer;
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
    private final Gid destination;
    private final ByteBuffer header = ByteBuffer.allocate(GRH_LENGTH);

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
        this.destination = to.grh().map(GlobalRoute::dgid).orElse(NO_GID);
        this.global = implied || to.grh().isPresent();
        to.grh().ifPresent(grh -> fill(source, grh));
    }

    private void fill(Gid source, GlobalRoute grh) {
        header.putInt(IP_VERSION << VERSION_SHIFT | grh.trafficClass() << CLASS_SHIFT | (int) grh.flowLabel());
        header.putShort((short) 0).put((byte) NEXT_HEADER_IBA).put((byte) grh.hopLimit());
        header.put(source.raw()).put(grh.dgid().raw());
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
        return destination;
    }

    /**
     * The global route header.
     *
     * @param payload the length of what follows it, 0..65535
     * @return the header, valid until the next call
     */
    public ByteBuffer header(int payload) {
        return header.putShort(PAYLOAD_LENGTH_AT, (short) payload);
    }
}
