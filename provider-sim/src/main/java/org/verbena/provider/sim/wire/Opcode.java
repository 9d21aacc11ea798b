package org.verbena.provider.sim.wire;

/** What a message asks or answers. One message stands for all packets of an operation of the BTH's opcode table. */
public enum Opcode {
    /** SEND, with immediate data or a key to invalidate if the message has them. */
    SEND(true),
    /** RDMA WRITE. */
    RDMA_WRITE(true),
    /** RDMA READ Request. */
    RDMA_READ(true),
    /** CmpSwap. */
    COMPARE_SWAP(true),
    /** FetchAdd. */
    FETCH_ADD(true),
    /** FLUSH. */
    FLUSH(true),
    /** ATOMIC WRITE. */
    ATOMIC_WRITE(true),
    /** A frame of its own on Ethernet, without a BTH. */
    RAW(true),
    /** Acknowledge, positive or negative: see {@link Message#syndrome}. */
    ACKNOWLEDGE(false),
    /** RDMA READ response; also the answer to FLUSH and ATOMIC WRITE, without data. */
    READ_RESPONSE(false),
    /** ATOMIC Acknowledge. */
    ATOMIC_ACKNOWLEDGE(false);

    private final boolean request;

    Opcode(boolean request) {
        this.request = request;
    }

    /**
     * Which side of a queue pair it is for.
     *
     * @return true for the responder, false for the requester
     */
    public boolean isRequest() {
        return request;
    }
}
