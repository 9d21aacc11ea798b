// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import org.jspecify.annotations.Nullable;

/**
 * The opcodes of the base transport header, with the extended headers that each one has ({@code enum} of the kernel's
 * {@code ib_pack.h}; IBA table 38). Reliable datagrams are missing, because no device implements them.
 */
public enum RoceOpcode {
    /** {@code IB_OPCODE_RC_SEND_FIRST}. */
    RC_SEND_FIRST(0x00),
    /** {@code IB_OPCODE_RC_SEND_MIDDLE}. */
    RC_SEND_MIDDLE(0x01),
    /** {@code IB_OPCODE_RC_SEND_LAST}. */
    RC_SEND_LAST(0x02),
    /** {@code IB_OPCODE_RC_SEND_LAST_WITH_IMMEDIATE}. */
    RC_SEND_LAST_WITH_IMMEDIATE(0x03, Header.IMMDT),
    /** {@code IB_OPCODE_RC_SEND_ONLY}. */
    RC_SEND_ONLY(0x04),
    /** {@code IB_OPCODE_RC_SEND_ONLY_WITH_IMMEDIATE}. */
    RC_SEND_ONLY_WITH_IMMEDIATE(0x05, Header.IMMDT),
    /** {@code IB_OPCODE_RC_RDMA_WRITE_FIRST}. */
    RC_RDMA_WRITE_FIRST(0x06, Header.RETH),
    /** {@code IB_OPCODE_RC_RDMA_WRITE_MIDDLE}. */
    RC_RDMA_WRITE_MIDDLE(0x07),
    /** {@code IB_OPCODE_RC_RDMA_WRITE_LAST}. */
    RC_RDMA_WRITE_LAST(0x08),
    /** {@code IB_OPCODE_RC_RDMA_WRITE_LAST_WITH_IMMEDIATE}. */
    RC_RDMA_WRITE_LAST_WITH_IMMEDIATE(0x09, Header.IMMDT),
    /** {@code IB_OPCODE_RC_RDMA_WRITE_ONLY}. */
    RC_RDMA_WRITE_ONLY(0x0A, Header.RETH),
    /** {@code IB_OPCODE_RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE}. */
    RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE(0x0B, Header.RETH, Header.IMMDT),
    /** {@code IB_OPCODE_RC_RDMA_READ_REQUEST}. */
    RC_RDMA_READ_REQUEST(0x0C, Header.RETH),
    /** {@code IB_OPCODE_RC_RDMA_READ_RESPONSE_FIRST}. */
    RC_RDMA_READ_RESPONSE_FIRST(0x0D, Header.AETH),
    /** {@code IB_OPCODE_RC_RDMA_READ_RESPONSE_MIDDLE}. */
    RC_RDMA_READ_RESPONSE_MIDDLE(0x0E),
    /** {@code IB_OPCODE_RC_RDMA_READ_RESPONSE_LAST}. */
    RC_RDMA_READ_RESPONSE_LAST(0x0F, Header.AETH),
    /** {@code IB_OPCODE_RC_RDMA_READ_RESPONSE_ONLY}. */
    RC_RDMA_READ_RESPONSE_ONLY(0x10, Header.AETH),
    /** {@code IB_OPCODE_RC_ACKNOWLEDGE}. */
    RC_ACKNOWLEDGE(0x11, Header.AETH),
    /** {@code IB_OPCODE_RC_ATOMIC_ACKNOWLEDGE}. */
    RC_ATOMIC_ACKNOWLEDGE(0x12, Header.AETH, Header.ATOMIC_ACK_ETH),
    /** {@code IB_OPCODE_RC_COMPARE_SWAP}. */
    RC_COMPARE_SWAP(0x13, Header.ATOMIC_ETH),
    /** {@code IB_OPCODE_RC_FETCH_ADD}. */
    RC_FETCH_ADD(0x14, Header.ATOMIC_ETH),
    /** {@code IB_OPCODE_RC_SEND_LAST_WITH_INVALIDATE}. */
    RC_SEND_LAST_WITH_INVALIDATE(0x16, Header.IETH),
    /** {@code IB_OPCODE_RC_SEND_ONLY_WITH_INVALIDATE}. */
    RC_SEND_ONLY_WITH_INVALIDATE(0x17, Header.IETH),
    /** {@code IB_OPCODE_RC_FLUSH}. */
    RC_FLUSH(0x1C, Header.FETH, Header.RETH),
    /** {@code IB_OPCODE_RC_ATOMIC_WRITE}. */
    RC_ATOMIC_WRITE(0x1D, Header.RETH),

    /** {@code IB_OPCODE_UC_SEND_FIRST}. */
    UC_SEND_FIRST(0x20),
    /** {@code IB_OPCODE_UC_SEND_MIDDLE}. */
    UC_SEND_MIDDLE(0x21),
    /** {@code IB_OPCODE_UC_SEND_LAST}. */
    UC_SEND_LAST(0x22),
    /** {@code IB_OPCODE_UC_SEND_LAST_WITH_IMMEDIATE}. */
    UC_SEND_LAST_WITH_IMMEDIATE(0x23, Header.IMMDT),
    /** {@code IB_OPCODE_UC_SEND_ONLY}. */
    UC_SEND_ONLY(0x24),
    /** {@code IB_OPCODE_UC_SEND_ONLY_WITH_IMMEDIATE}. */
    UC_SEND_ONLY_WITH_IMMEDIATE(0x25, Header.IMMDT),
    /** {@code IB_OPCODE_UC_RDMA_WRITE_FIRST}. */
    UC_RDMA_WRITE_FIRST(0x26, Header.RETH),
    /** {@code IB_OPCODE_UC_RDMA_WRITE_MIDDLE}. */
    UC_RDMA_WRITE_MIDDLE(0x27),
    /** {@code IB_OPCODE_UC_RDMA_WRITE_LAST}. */
    UC_RDMA_WRITE_LAST(0x28),
    /** {@code IB_OPCODE_UC_RDMA_WRITE_LAST_WITH_IMMEDIATE}. */
    UC_RDMA_WRITE_LAST_WITH_IMMEDIATE(0x29, Header.IMMDT),
    /** {@code IB_OPCODE_UC_RDMA_WRITE_ONLY}. */
    UC_RDMA_WRITE_ONLY(0x2A, Header.RETH),
    /** {@code IB_OPCODE_UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE}. */
    UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE(0x2B, Header.RETH, Header.IMMDT),

    /** {@code IB_OPCODE_UD_SEND_ONLY}. */
    UD_SEND_ONLY(0x64, Header.DETH),
    /** {@code IB_OPCODE_UD_SEND_ONLY_WITH_IMMEDIATE}. */
    UD_SEND_ONLY_WITH_IMMEDIATE(0x65, Header.DETH, Header.IMMDT),

    /** A congestion notification of RoCEv2, sent by adapters (IBA annex A17). */
    CNP(0x81, Header.CNP_RESERVED),

    /** SEND First over XRC. */
    XRC_SEND_FIRST(0xA0, Header.XRCETH),
    /** SEND Middle over XRC. */
    XRC_SEND_MIDDLE(0xA1, Header.XRCETH),
    /** SEND Last over XRC. */
    XRC_SEND_LAST(0xA2, Header.XRCETH),
    /** SEND Last with Immediate over XRC. */
    XRC_SEND_LAST_WITH_IMMEDIATE(0xA3, Header.XRCETH, Header.IMMDT),
    /** SEND Only over XRC. */
    XRC_SEND_ONLY(0xA4, Header.XRCETH),
    /** SEND Only with Immediate over XRC. */
    XRC_SEND_ONLY_WITH_IMMEDIATE(0xA5, Header.XRCETH, Header.IMMDT),
    /** RDMA WRITE First over XRC. */
    XRC_RDMA_WRITE_FIRST(0xA6, Header.XRCETH, Header.RETH),
    /** RDMA WRITE Middle over XRC. */
    XRC_RDMA_WRITE_MIDDLE(0xA7, Header.XRCETH),
    /** RDMA WRITE Last over XRC. */
    XRC_RDMA_WRITE_LAST(0xA8, Header.XRCETH),
    /** RDMA WRITE Last with Immediate over XRC. */
    XRC_RDMA_WRITE_LAST_WITH_IMMEDIATE(0xA9, Header.XRCETH, Header.IMMDT),
    /** RDMA WRITE Only over XRC. */
    XRC_RDMA_WRITE_ONLY(0xAA, Header.XRCETH, Header.RETH),
    /** RDMA WRITE Only with Immediate over XRC. */
    XRC_RDMA_WRITE_ONLY_WITH_IMMEDIATE(0xAB, Header.XRCETH, Header.RETH, Header.IMMDT),
    /** RDMA READ Request over XRC. */
    XRC_RDMA_READ_REQUEST(0xAC, Header.XRCETH, Header.RETH),
    /** RDMA READ response First over XRC. */
    XRC_RDMA_READ_RESPONSE_FIRST(0xAD, Header.AETH),
    /** RDMA READ response Middle over XRC. */
    XRC_RDMA_READ_RESPONSE_MIDDLE(0xAE),
    /** RDMA READ response Last over XRC. */
    XRC_RDMA_READ_RESPONSE_LAST(0xAF, Header.AETH),
    /** RDMA READ response Only over XRC. */
    XRC_RDMA_READ_RESPONSE_ONLY(0xB0, Header.AETH),
    /** Acknowledge over XRC. */
    XRC_ACKNOWLEDGE(0xB1, Header.AETH),
    /** ATOMIC Acknowledge over XRC. */
    XRC_ATOMIC_ACKNOWLEDGE(0xB2, Header.AETH, Header.ATOMIC_ACK_ETH),
    /** CmpSwap over XRC. */
    XRC_COMPARE_SWAP(0xB3, Header.XRCETH, Header.ATOMIC_ETH),
    /** FetchAdd over XRC. */
    XRC_FETCH_ADD(0xB4, Header.XRCETH, Header.ATOMIC_ETH),
    /** SEND Last with Invalidate over XRC. */
    XRC_SEND_LAST_WITH_INVALIDATE(0xB6, Header.XRCETH, Header.IETH),
    /** SEND Only with Invalidate over XRC. */
    XRC_SEND_ONLY_WITH_INVALIDATE(0xB7, Header.XRCETH, Header.IETH);

    /** An extended transport header. */
    public enum Header {
        /** The shared receive queue number of XRC. */
        XRCETH(0, 4),
        /** The Q_Key and the source queue pair of a datagram. */
        DETH(1, 8),
        /** The type and the range of a FLUSH. */
        FETH(2, 4),
        /** The remote memory of an RDMA operation: address, R_Key and length. */
        RETH(3, 16),
        /** The remote memory and the operands of an atomic. */
        ATOMIC_ETH(4, 28),
        /** The syndrome and the message sequence number of an answer. */
        AETH(5, 4),
        /** The original value that an atomic found. */
        ATOMIC_ACK_ETH(6, 8),
        /** The immediate data. */
        IMMDT(7, 4),
        /** The R_Key to invalidate. */
        IETH(8, 4),
        /** The reserved bytes of a congestion notification. */
        CNP_RESERVED(9, 16);

        private final int shift;
        private final int length;

        Header(int index, int length) {
            this.shift = index * OFFSET_BITS;
            this.length = length;
        }

        /**
         * Returns the length of this header.
         *
         * @return the length in bytes
         */
        public int length() {
            return length;
        }
    }

    /** The length of the base transport header in bytes. */
    public static final int BTH_LENGTH = 12;

    private static final int OFFSET_BITS = 6;
    private static final int OFFSET_MASK = 0x3F;
    private static final @Nullable RoceOpcode[] BY_CODE = new @Nullable RoceOpcode[256];

    static {
        for (RoceOpcode opcode : values()) {
            BY_CODE[opcode.code] = opcode;
        }
    }

    private final int code;
    private final int headerLength;

    /** The offsets of all headers, in 6 bits each. The offset of an absent header is 0. */
    private final long offsets;

    RoceOpcode(int code, Header... headers) {
        this.code = code;
        int at = BTH_LENGTH;
        long all = 0;
        for (Header header : headers) {
            all |= (long) at << header.shift;
            at += header.length;
        }
        this.headerLength = at;
        this.offsets = all;
    }

    /**
     * Returns the opcode with a code.
     *
     * @param code the first byte of a packet, 0..255
     * @return the opcode, null if the code is not assigned
     */
    public static @Nullable RoceOpcode of(int code) {
        return BY_CODE[code];
    }

    /**
     * Returns the code.
     *
     * @return the first byte of a packet with this opcode, 0..255
     */
    public int code() {
        return code;
    }

    /**
     * Returns whether packets have a header.
     *
     * @param header the header
     * @return true if it is present
     */
    public boolean has(Header header) {
        return find(header) != 0;
    }

    /**
     * Returns the position of a header.
     *
     * @param header the header
     * @return the distance from the first byte of the packet
     * @throws IllegalStateException if packets with this opcode lack the header
     */
    public int offset(Header header) {
        int at = find(header);
        if (at == 0) {
            throw new IllegalStateException(this + " has no " + header);
        }
        return at;
    }

    private int find(Header header) {
        return (int) (offsets >>> header.shift) & OFFSET_MASK;
    }

    /**
     * Returns the length of all headers.
     *
     * @return the distance of the payload from the first byte of the packet
     */
    public int headerLength() {
        return headerLength;
    }
}
