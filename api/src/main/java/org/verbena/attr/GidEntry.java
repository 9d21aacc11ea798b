package org.verbena.attr;

/**
 * An entry of the GID table of a port: {@code struct ibv_gid_entry}.
 *
 * @param gid the GID
 * @param gidIndex the index in the table
 * @param portNum the port, from 1
 * @param gidTypeCode {@code gid_type}, as the C number
 * @param ndevIfindex the index of the network interface, 0 if there is none
 */
public record GidEntry(Gid gid, long gidIndex, long portNum, long gidTypeCode, long ndevIfindex)
        implements StructRecord {
    /**
     * Returns the type of the entry.
     *
     * @return {@code gid_type}
     */
    public GidType gidType() {
        return GidType.of((int) gidTypeCode);
    }
}
