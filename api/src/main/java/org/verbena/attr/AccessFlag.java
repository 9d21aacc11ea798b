// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Access flags of a memory region or queue pair: {@code enum ibv_access_flags}. */
public enum AccessFlag implements VerbsFlag {
    /** The device may write. Required for receives, and for remote writes and atomics. */
    LOCAL_WRITE("IBV_ACCESS_LOCAL_WRITE", 0),

    /** Peers may write. Requires {@link #LOCAL_WRITE}. */
    REMOTE_WRITE("IBV_ACCESS_REMOTE_WRITE", 1),

    /** Peers may read. */
    REMOTE_READ("IBV_ACCESS_REMOTE_READ", 2),

    /** Peers may perform atomic operations. Requires {@link #LOCAL_WRITE}. */
    REMOTE_ATOMIC("IBV_ACCESS_REMOTE_ATOMIC", 3),

    /** Memory windows may be bound to the region. */
    MW_BIND("IBV_ACCESS_MW_BIND", 4),

    /** Remote addresses are offsets from the start of the region. */
    ZERO_BASED("IBV_ACCESS_ZERO_BASED", 5),

    /** Pages are faulted in on demand. */
    ON_DEMAND("IBV_ACCESS_ON_DEMAND", 6),

    /** The memory consists of huge pages. Used with {@link #ON_DEMAND}. */
    HUGETLB("IBV_ACCESS_HUGETLB", 7),

    /** Peers may flush to global visibility. Requires rdma-core 45 or newer. */
    FLUSH_GLOBAL("IBV_ACCESS_FLUSH_GLOBAL", 8),

    /** Peers may flush to persistence. Requires rdma-core 45 or newer. */
    FLUSH_PERSISTENT("IBV_ACCESS_FLUSH_PERSISTENT", 9),

    /** The bus may reorder writes. This flag is optional: devices that do not support it ignore it. */
    RELAXED_ORDERING("IBV_ACCESS_RELAXED_ORDERING", 20);

    private final String cName;
    private final int bit;

    AccessFlag(String cName, int bit) {
        this.cName = cName;
        this.bit = bit;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public long mask() {
        return 1L << bit;
    }
}
