// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

import java.nio.ByteBuffer;

/**
 * The numbers in messages of the connection manager (IBA 12.6; kernel: {@code ibta_vol1_c12.h}). A constant has the
 * name of the kernel's macro without {@code CM_}.
 */
public enum CmField {
    /** The communication ID of the sender. */
    REQ_LOCAL_COMM_ID(CmMessageType.REQ, 0, 0, 32),

    /** The vendor ID of enhanced connection establishment. */
    REQ_VENDOR_ID(CmMessageType.REQ, 5, 0, 24),

    /** The service ID, which contains the port space and the destination port. */
    REQ_SERVICE_ID(CmMessageType.REQ, 8, 0, 64),

    /** The GUID of the sender's device. */
    REQ_LOCAL_CA_GUID(CmMessageType.REQ, 16, 0, 64),

    /** The Q_Key. */
    REQ_LOCAL_Q_KEY(CmMessageType.REQ, 28, 0, 32),

    /** The queue pair number of the sender. */
    REQ_LOCAL_QPN(CmMessageType.REQ, 32, 0, 24),

    /** The reads and atomics that the sender executes at a time. */
    REQ_RESPONDER_RESOURCES(CmMessageType.REQ, 35, 0, 8),

    /** The end-to-end context of the sender. */
    REQ_LOCAL_EECN(CmMessageType.REQ, 36, 0, 24),

    /** The reads and atomics that the sender has in flight. */
    REQ_INITIATOR_DEPTH(CmMessageType.REQ, 39, 0, 8),

    /** The end-to-end context of the receiver. */
    REQ_REMOTE_EECN(CmMessageType.REQ, 40, 0, 24),

    /** The exponent of the time within which the receiver answers. */
    REQ_REMOTE_CM_RESPONSE_TIMEOUT(CmMessageType.REQ, 43, 0, 5),

    /** The transport: 0 RC, 1 UC, 3 XRC. */
    REQ_TRANSPORT_SERVICE_TYPE(CmMessageType.REQ, 43, 5, 2),

    /** Whether the sender supports end-to-end flow control. */
    REQ_END_TO_END_FLOW_CONTROL(CmMessageType.REQ, 43, 7, 1),

    /** The first PSN that the sender expects to receive. */
    REQ_STARTING_PSN(CmMessageType.REQ, 44, 0, 24),

    /** The exponent of the time within which the sender answers. */
    REQ_LOCAL_CM_RESPONSE_TIMEOUT(CmMessageType.REQ, 47, 0, 5),

    /** The retry count of both queue pairs. */
    REQ_RETRY_COUNT(CmMessageType.REQ, 47, 5, 3),

    /** The P_Key. */
    REQ_PARTITION_KEY(CmMessageType.REQ, 48, 0, 16),

    /** The path MTU, a number of {@code enum ib_mtu}. */
    REQ_PATH_PACKET_PAYLOAD_MTU(CmMessageType.REQ, 50, 0, 4),

    /** Whether the reliable datagram channel exists. */
    REQ_RDC_EXISTS(CmMessageType.REQ, 50, 4, 1),

    /** The RNR retry count of the receiver's queue pair. */
    REQ_RNR_RETRY_COUNT(CmMessageType.REQ, 50, 5, 3),

    /** The number of times that the sender repeats the message. */
    REQ_MAX_CM_RETRIES(CmMessageType.REQ, 51, 0, 4),

    /** Whether the sender's queue pair has a shared receive queue. */
    REQ_SRQ(CmMessageType.REQ, 51, 4, 1),

    /** The extended transport type. */
    REQ_EXTENDED_TRANSPORT_TYPE(CmMessageType.REQ, 51, 5, 3),

    /** The LID of the sender. */
    REQ_PRIMARY_LOCAL_PORT_LID(CmMessageType.REQ, 52, 0, 16),

    /** The LID of the receiver. */
    REQ_PRIMARY_REMOTE_PORT_LID(CmMessageType.REQ, 54, 0, 16),

    /** The flow label. */
    REQ_PRIMARY_FLOW_LABEL(CmMessageType.REQ, 88, 0, 20),

    /** The packet rate, a number of {@code enum ib_rate}. */
    REQ_PRIMARY_PACKET_RATE(CmMessageType.REQ, 91, 2, 6),

    /** The traffic class. */
    REQ_PRIMARY_TRAFFIC_CLASS(CmMessageType.REQ, 92, 0, 8),

    /** The hop limit. */
    REQ_PRIMARY_HOP_LIMIT(CmMessageType.REQ, 93, 0, 8),

    /** The service level. */
    REQ_PRIMARY_SL(CmMessageType.REQ, 94, 0, 4),

    /** Whether the path stays in the subnet. */
    REQ_PRIMARY_SUBNET_LOCAL(CmMessageType.REQ, 94, 4, 1),

    /** The exponent of the local ACK timeout. */
    REQ_PRIMARY_LOCAL_ACK_TIMEOUT(CmMessageType.REQ, 95, 0, 5),

    /** The LID of the sender on the alternate path. */
    REQ_ALTERNATE_LOCAL_PORT_LID(CmMessageType.REQ, 96, 0, 16),

    /** The LID of the receiver on the alternate path. */
    REQ_ALTERNATE_REMOTE_PORT_LID(CmMessageType.REQ, 98, 0, 16),

    /** The flow label of the alternate path. */
    REQ_ALTERNATE_FLOW_LABEL(CmMessageType.REQ, 132, 0, 20),

    /** The packet rate of the alternate path. */
    REQ_ALTERNATE_PACKET_RATE(CmMessageType.REQ, 135, 2, 6),

    /** The traffic class of the alternate path. */
    REQ_ALTERNATE_TRAFFIC_CLASS(CmMessageType.REQ, 136, 0, 8),

    /** The hop limit of the alternate path. */
    REQ_ALTERNATE_HOP_LIMIT(CmMessageType.REQ, 137, 0, 8),

    /** The service level of the alternate path. */
    REQ_ALTERNATE_SL(CmMessageType.REQ, 138, 0, 4),

    /** Whether the alternate path stays in the subnet. */
    REQ_ALTERNATE_SUBNET_LOCAL(CmMessageType.REQ, 138, 4, 1),

    /** The exponent of the local ACK timeout of the alternate path. */
    REQ_ALTERNATE_LOCAL_ACK_TIMEOUT(CmMessageType.REQ, 139, 0, 5),

    /** The communication ID of the sender. */
    MRA_LOCAL_COMM_ID(CmMessageType.MRA, 0, 0, 32),

    /** The communication ID of the receiver. */
    MRA_REMOTE_COMM_ID(CmMessageType.MRA, 4, 0, 32),

    /** The message that is acknowledged: 0 REQ, 1 REP, 2 other. */
    MRA_MESSAGE_MRAED(CmMessageType.MRA, 8, 0, 2),

    /** The exponent of the time within which the sender answers. */
    MRA_SERVICE_TIMEOUT(CmMessageType.MRA, 9, 0, 5),

    /** The communication ID of the sender, 0 if it has none. */
    REJ_LOCAL_COMM_ID(CmMessageType.REJ, 0, 0, 32),

    /** The communication ID of the receiver. */
    REJ_REMOTE_COMM_ID(CmMessageType.REJ, 4, 0, 32),

    /** The message that is rejected: 0 REQ, 1 REP, 2 other. */
    REJ_MESSAGE_REJECTED(CmMessageType.REJ, 8, 0, 2),

    /** The length of the additional information in bytes. */
    REJ_REJECTED_INFO_LENGTH(CmMessageType.REJ, 9, 0, 7),

    /** The reason. */
    REJ_REASON(CmMessageType.REJ, 10, 0, 16),

    /** The communication ID of the sender. */
    REP_LOCAL_COMM_ID(CmMessageType.REP, 0, 0, 32),

    /** The communication ID of the receiver. */
    REP_REMOTE_COMM_ID(CmMessageType.REP, 4, 0, 32),

    /** The Q_Key. */
    REP_LOCAL_Q_KEY(CmMessageType.REP, 8, 0, 32),

    /** The queue pair number of the sender. */
    REP_LOCAL_QPN(CmMessageType.REP, 12, 0, 24),

    /** The upper bits of the vendor ID of enhanced connection establishment. */
    REP_VENDOR_ID_H(CmMessageType.REP, 15, 0, 8),

    /** The end-to-end context of the sender, for XRC its queue pair number. */
    REP_LOCAL_EE_CONTEXT_NUMBER(CmMessageType.REP, 16, 0, 24),

    /** The middle bits of the vendor ID of enhanced connection establishment. */
    REP_VENDOR_ID_M(CmMessageType.REP, 19, 0, 8),

    /** The first PSN that the sender expects to receive. */
    REP_STARTING_PSN(CmMessageType.REP, 20, 0, 24),

    /** The lower bits of the vendor ID of enhanced connection establishment. */
    REP_VENDOR_ID_L(CmMessageType.REP, 23, 0, 8),

    /** The reads and atomics that the sender executes at a time. */
    REP_RESPONDER_RESOURCES(CmMessageType.REP, 24, 0, 8),

    /** The reads and atomics that the sender has in flight. */
    REP_INITIATOR_DEPTH(CmMessageType.REP, 25, 0, 8),

    /** The exponent of the acknowledgement delay of the sender's device. */
    REP_TARGET_ACK_DELAY(CmMessageType.REP, 26, 0, 5),

    /** Whether the sender accepts the alternate path. */
    REP_FAILOVER_ACCEPTED(CmMessageType.REP, 26, 5, 2),

    /** Whether the sender supports end-to-end flow control. */
    REP_END_TO_END_FLOW_CONTROL(CmMessageType.REP, 26, 7, 1),

    /** The RNR retry count of the receiver's queue pair. */
    REP_RNR_RETRY_COUNT(CmMessageType.REP, 27, 0, 3),

    /** Whether the sender's queue pair has a shared receive queue. */
    REP_SRQ(CmMessageType.REP, 27, 3, 1),

    /** The GUID of the sender's device. */
    REP_LOCAL_CA_GUID(CmMessageType.REP, 28, 0, 64),

    /** The communication ID of the sender. */
    RTU_LOCAL_COMM_ID(CmMessageType.RTU, 0, 0, 32),

    /** The communication ID of the receiver. */
    RTU_REMOTE_COMM_ID(CmMessageType.RTU, 4, 0, 32),

    /** The communication ID of the sender. */
    DREQ_LOCAL_COMM_ID(CmMessageType.DREQ, 0, 0, 32),

    /** The communication ID of the receiver. */
    DREQ_REMOTE_COMM_ID(CmMessageType.DREQ, 4, 0, 32),

    /** The queue pair number of the receiver. */
    DREQ_REMOTE_QPN_EECN(CmMessageType.DREQ, 8, 0, 24),

    /** The communication ID of the sender. */
    DREP_LOCAL_COMM_ID(CmMessageType.DREP, 0, 0, 32),

    /** The communication ID of the receiver. */
    DREP_REMOTE_COMM_ID(CmMessageType.DREP, 4, 0, 32),

    /** The number of the request. */
    SIDR_REQ_REQUESTID(CmMessageType.SIDR_REQ, 0, 0, 32),

    /** The P_Key. */
    SIDR_REQ_PARTITION_KEY(CmMessageType.SIDR_REQ, 4, 0, 16),

    /** The service ID, which contains the port space and the destination port. */
    SIDR_REQ_SERVICEID(CmMessageType.SIDR_REQ, 8, 0, 64),

    /** The number of the request. */
    SIDR_REP_REQUESTID(CmMessageType.SIDR_REP, 0, 0, 32),

    /**
     * The status: 0 valid, 1 unsupported service ID, 2 rejected, 3 no queue pair, 4 redirect, 5 unsupported version.
     */
    SIDR_REP_STATUS(CmMessageType.SIDR_REP, 4, 0, 8),

    /** The length of the additional information in bytes. */
    SIDR_REP_ADDITIONAL_INFORMATION_LENGTH(CmMessageType.SIDR_REP, 5, 0, 8),

    /** The upper bits of the vendor ID of enhanced connection establishment. */
    SIDR_REP_VENDOR_ID_H(CmMessageType.SIDR_REP, 6, 0, 8),

    /** The middle bits of the vendor ID of enhanced connection establishment. */
    SIDR_REP_VENDOR_ID_M(CmMessageType.SIDR_REP, 7, 0, 8),

    /** The queue pair number of the service. */
    SIDR_REP_QPN(CmMessageType.SIDR_REP, 8, 0, 24),

    /** The lower bits of the vendor ID of enhanced connection establishment. */
    SIDR_REP_VENDOR_ID_L(CmMessageType.SIDR_REP, 11, 0, 8),

    /** The service ID. */
    SIDR_REP_SERVICEID(CmMessageType.SIDR_REP, 12, 0, 64),

    /** The Q_Key of the service. */
    SIDR_REP_Q_KEY(CmMessageType.SIDR_REP, 20, 0, 32),

    /** The communication ID of the sender. */
    LAP_LOCAL_COMM_ID(CmMessageType.LAP, 0, 0, 32),

    /** The communication ID of the receiver. */
    LAP_REMOTE_COMM_ID(CmMessageType.LAP, 4, 0, 32),

    /** The communication ID of the sender. */
    APR_LOCAL_COMM_ID(CmMessageType.APR, 0, 0, 32),

    /** The communication ID of the receiver. */
    APR_REMOTE_COMM_ID(CmMessageType.APR, 4, 0, 32);

    private final CmMessageType message;
    private final int first;
    private final int bytes;
    private final int shift;
    private final int width;

    /**
     * Creates a field.
     *
     * @param message the message
     * @param offset the first byte behind the header of the datagram
     * @param bit the first bit in that byte, 0 for the most significant one
     * @param width the number of bits
     */
    CmField(CmMessageType message, int offset, int bit, int width) {
        this.message = message;
        this.first = CmMadFlyweight.HEADER_LENGTH + offset;
        this.bytes = (bit + width + Byte.SIZE - 1) / Byte.SIZE;
        this.shift = bytes * Byte.SIZE - bit - width;
        this.width = width;
    }

    /**
     * Returns the message that has this field.
     *
     * @return the type of the message
     */
    public CmMessageType message() {
        return message;
    }

    /**
     * Returns the width.
     *
     * @return the number of bits, 1..64
     */
    public int width() {
        return width;
    }

    private long mask() {
        return width == Long.SIZE ? -1 : (1L << width) - 1;
    }

    long get(ByteBuffer buffer, int mad) {
        return read(buffer, mad) >>> shift & mask();
    }

    void set(ByteBuffer buffer, int mad, long value) {
        long others = read(buffer, mad) & ~(mask() << shift);
        long all = others | (value & mask()) << shift;
        for (int i = bytes - 1; i >= 0; i--) {
            buffer.put(mad + first + i, (byte) all);
            all >>>= Byte.SIZE;
        }
    }

    private long read(ByteBuffer buffer, int mad) {
        long all = 0;
        for (int i = 0; i < bytes; i++) {
            all = all << Byte.SIZE | Byte.toUnsignedLong(buffer.get(mad + first + i));
        }
        return all;
    }
}
