package org.verbena;

/**
 * An entry of a port's GID table: {@code struct ibv_gid_entry}.
 *
 * @param gid the GID
 * @param gidIndex its index in the table
 * @param portNum its port, from 1
 * @param gidTypeCode {@code gid_type} as C has it
 * @param ndevIfindex index of the network interface, 0 without one
 */
public record GidEntry(Gid gid, long gidIndex, long portNum, long gidTypeCode, long ndevIfindex) {
    /**
     * The kind of entry.
     *
     * @return {@code gid_type}
     */
    public GidType gidType() {
        return GidType.of((int) gidTypeCode);
    }
}
