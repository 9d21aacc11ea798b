package org.verbena;

/** What a send work request asks for: {@code enum ibv_wr_opcode}. */
public enum WrOpcode implements VerbsEnum {
    /** Write to the peer's memory. */
    RDMA_WRITE("IBV_WR_RDMA_WRITE", 0),

    /** Write, and consume a receive of the peer. */
    RDMA_WRITE_WITH_IMM("IBV_WR_RDMA_WRITE_WITH_IMM", 1),

    /** Send a message. */
    SEND("IBV_WR_SEND", 2),

    /** Send a message with 32 bits of immediate data. */
    SEND_WITH_IMM("IBV_WR_SEND_WITH_IMM", 3),

    /** Read the peer's memory. */
    RDMA_READ("IBV_WR_RDMA_READ", 4),

    /** Compare and swap 64 bits of the peer's memory. */
    ATOMIC_CMP_AND_SWP("IBV_WR_ATOMIC_CMP_AND_SWP", 5),

    /** Fetch and add 64 bits of the peer's memory. */
    ATOMIC_FETCH_AND_ADD("IBV_WR_ATOMIC_FETCH_AND_ADD", 6),

    /** Invalidate a key of this device. */
    LOCAL_INV("IBV_WR_LOCAL_INV", 7),

    /** Bind a memory window of type 2. */
    BIND_MW("IBV_WR_BIND_MW", 8),

    /** Send a message that invalidates a key of the peer. */
    SEND_WITH_INV("IBV_WR_SEND_WITH_INV", 9),

    /** Send a large packet that the device cuts into segments. */
    TSO("IBV_WR_TSO", 10),

    /** Belongs to the driver. */
    DRIVER1("IBV_WR_DRIVER1", 11),

    /** Flush the peer's memory; rdma-core 45 and newer. */
    FLUSH("IBV_WR_FLUSH", 14),

    /** Write 64 bits at once; rdma-core 44 and newer. */
    ATOMIC_WRITE("IBV_WR_ATOMIC_WRITE", 15),

    /** Stands for every number that is not listed here; {@code opcodeCode} has the number. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    WrOpcode(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Finds the constant of a C number.
     *
     * @param value any number, as a driver may report it
     * @return its constant, {@link #UNKNOWN} when there is none
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
