// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The operations that completions report: {@code enum ibv_wc_opcode}. */
public enum WcOpcode implements VerbsEnum {
    /** A send of any kind. */
    SEND("IBV_WC_SEND", 0),

    /** An RDMA write. */
    RDMA_WRITE("IBV_WC_RDMA_WRITE", 1),

    /** An RDMA read. */
    RDMA_READ("IBV_WC_RDMA_READ", 2),

    /** A compare and swap. */
    COMP_SWAP("IBV_WC_COMP_SWAP", 3),

    /** A fetch and add. */
    FETCH_ADD("IBV_WC_FETCH_ADD", 4),

    /** A bind of a memory window. */
    BIND_MW("IBV_WC_BIND_MW", 5),

    /** An invalidation of a local key. */
    LOCAL_INV("IBV_WC_LOCAL_INV", 6),

    /** A large send that the device split into segments. */
    TSO("IBV_WC_TSO", 7),

    /** An RDMA flush; requires rdma-core 45 or newer. */
    FLUSH("IBV_WC_FLUSH", 8),

    /** An RDMA atomic write. */
    ATOMIC_WRITE("IBV_WC_ATOMIC_WRITE", 9),

    /** A receive. */
    RECV("IBV_WC_RECV", 128),

    /** A receive that an RDMA write with immediate data consumed. */
    RECV_RDMA_WITH_IMM("IBV_WC_RECV_RDMA_WITH_IMM", 129),

    /** The addition of a tag. */
    TM_ADD("IBV_WC_TM_ADD", 130),

    /** The removal of a tag. */
    TM_DEL("IBV_WC_TM_DEL", 131),

    /** A synchronisation of tags. */
    TM_SYNC("IBV_WC_TM_SYNC", 132),

    /** A tagged receive. */
    TM_RECV("IBV_WC_TM_RECV", 133),

    /** An untagged receive on a tag-matching queue. */
    TM_NO_TAG("IBV_WC_TM_NO_TAG", 134),

    /** A driver-specific operation. */
    DRIVER1("IBV_WC_DRIVER1", 135),

    /** A driver-specific operation. */
    DRIVER2("IBV_WC_DRIVER2", 136),

    /** A driver-specific operation. */
    DRIVER3("IBV_WC_DRIVER3", 137),

    /** A number without a constant; {@code opcodeCode} returns the number. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    WcOpcode(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static WcOpcode of(int value) {
        return VerbsEnum.find(values(), value, UNKNOWN);
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public int value() {
        return value;
    }
}
