// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The operations of send work requests: {@code enum ibv_wr_opcode}. */
public enum WrOpcode implements VerbsEnum {
    /** Writes to the peer's memory. */
    RDMA_WRITE("IBV_WR_RDMA_WRITE", 0),

    /** Writes to the peer's memory and consumes one of the peer's receives. */
    RDMA_WRITE_WITH_IMM("IBV_WR_RDMA_WRITE_WITH_IMM", 1),

    /** Sends a message. */
    SEND("IBV_WR_SEND", 2),

    /** Sends a message with 32 bits of immediate data. */
    SEND_WITH_IMM("IBV_WR_SEND_WITH_IMM", 3),

    /** Reads the peer's memory. */
    RDMA_READ("IBV_WR_RDMA_READ", 4),

    /** Compares and swaps 64 bits of the peer's memory. */
    ATOMIC_CMP_AND_SWP("IBV_WR_ATOMIC_CMP_AND_SWP", 5),

    /** Fetches and adds to 64 bits of the peer's memory. */
    ATOMIC_FETCH_AND_ADD("IBV_WR_ATOMIC_FETCH_AND_ADD", 6),

    /** Invalidates a key of this device. */
    LOCAL_INV("IBV_WR_LOCAL_INV", 7),

    /** Binds a memory window of type 2. */
    BIND_MW("IBV_WR_BIND_MW", 8),

    /** Sends a message that invalidates a key of the peer. */
    SEND_WITH_INV("IBV_WR_SEND_WITH_INV", 9),

    /** Sends a large packet that the device splits into segments. */
    TSO("IBV_WR_TSO", 10),

    /** Driver-specific operation. */
    DRIVER1("IBV_WR_DRIVER1", 11),

    /** Flushes the peer's memory; requires rdma-core 45 or newer. */
    FLUSH("IBV_WR_FLUSH", 14),

    /** Writes 64 bits atomically; requires rdma-core 44 or newer. */
    ATOMIC_WRITE("IBV_WR_ATOMIC_WRITE", 15),

    /** A number without a constant; {@code opcodeCode} returns the number. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    WrOpcode(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static WrOpcode of(int value) {
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
