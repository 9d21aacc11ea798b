// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.wire;

/** The operation of a message. One message represents all packets of an operation in the opcode table of the BTH. */
public enum Opcode {
    /** SEND, with immediate data or a key to invalidate if the message has one. */
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
    /** An Ethernet frame without a BTH. */
    RAW(true),
    /** Acknowledge, positive or negative: see {@link WireMessage#syndrome}. */
    ACKNOWLEDGE(false),
    /** RDMA READ response. It also answers FLUSH and ATOMIC WRITE, without data. */
    READ_RESPONSE(false),
    /** ATOMIC Acknowledge. */
    ATOMIC_ACKNOWLEDGE(false);

    private final boolean request;

    Opcode(boolean request) {
        this.request = request;
    }

    /**
     * {@return whether the message is a request; true for a message to the responder, false for a message to the
     * requester}
     */
    public boolean isRequest() {
        return request;
    }
}
