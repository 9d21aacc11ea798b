// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import org.verbena.attr.Ece;
import org.verbena.attr.Gid;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.ConnParam;
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;
import org.verbena.rocev2.CmMadEncoder;
import org.verbena.rocev2.CmMessageType;

/** Writes the messages of connections: the {@code cm_format_...} functions of the kernel. */
final class MessageWriter {
    static final int MESSAGE_REQ = 0;
    static final int MESSAGE_REP = 1;
    static final int MESSAGE_OTHER = 2;

    private static final int BYTE = 8;
    private static final int MAX_RETRY = 7;
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    private final CmMadEncoder mad = new CmMadEncoder();

    private ByteBuffer begin(CmMessageType type, long transactionId) {
        ByteBuffer buffer = ByteBuffer.allocate(CmMadDecoder.LENGTH);
        mad.begin(buffer, 0, type, transactionId);
        return buffer;
    }

    ByteBuffer req(IbCmConnection connection, RequestParam param) {
        ByteBuffer buffer = begin(CmMessageType.REQ, connection.ids().transaction);
        SaPathRec path = connection.av().path();
        ConnParam conn = param.conn();
        mad.attributeModifier((int) param.ece().options());
        mad.set(CmField.REQ_LOCAL_COMM_ID, connection.ids().localId)
                .set(CmField.REQ_VENDOR_ID, param.ece().vendorId())
                .set(CmField.REQ_SERVICE_ID, connection.ids().serviceId)
                .set(CmField.REQ_LOCAL_CA_GUID, connection.device().caGuid())
                .set(CmField.REQ_LOCAL_QPN, conn.qpNum())
                .set(CmField.REQ_RESPONDER_RESOURCES, conn.responderResources())
                .set(CmField.REQ_INITIATOR_DEPTH, conn.initiatorDepth())
                .set(CmField.REQ_REMOTE_CM_RESPONSE_TIMEOUT, CmTimeouts.CM_RESPONSE)
                .set(CmField.REQ_END_TO_END_FLOW_CONTROL, conn.flowControl())
                .set(CmField.REQ_STARTING_PSN, param.startingPsn())
                .set(CmField.REQ_LOCAL_CM_RESPONSE_TIMEOUT, CmTimeouts.CM_RESPONSE)
                .set(CmField.REQ_RETRY_COUNT, Math.min(MAX_RETRY, conn.retryCount()))
                .set(CmField.REQ_PARTITION_KEY, path.pkey())
                .set(CmField.REQ_PATH_PACKET_PAYLOAD_MTU, path.mtuCode())
                .set(CmField.REQ_RNR_RETRY_COUNT, Math.min(MAX_RETRY, conn.rnrRetryCount()))
                .set(CmField.REQ_MAX_CM_RETRIES, CmTimeouts.MAX_CM_RETRIES)
                .set(CmField.REQ_SRQ, conn.srq() ? 1 : 0);
        path(path, CmTimeouts.ack(connection.device().ackDelay(), path.packetLifeTime()));
        mad.put(CmBlock.REQ_PRIVATE_DATA, 0, param.privateData());
        return buffer;
    }

    private void path(SaPathRec path, int ackTimeout) {
        // IB_LID_PERMISSIVE: the hop limit exceeds 1.
        mad.set(CmField.REQ_PRIMARY_LOCAL_PORT_LID, 0xFFFF).set(CmField.REQ_PRIMARY_REMOTE_PORT_LID, 0xFFFF);
        mad.put(CmBlock.REQ_PRIMARY_LOCAL_PORT_GID, 0, bytes(path.sgid()));
        mad.put(CmBlock.REQ_PRIMARY_REMOTE_PORT_GID, 0, bytes(path.dgid()));
        mad.set(CmField.REQ_PRIMARY_FLOW_LABEL, path.flowLabel())
                .set(CmField.REQ_PRIMARY_PACKET_RATE, path.rate())
                .set(CmField.REQ_PRIMARY_TRAFFIC_CLASS, path.trafficClass())
                .set(CmField.REQ_PRIMARY_HOP_LIMIT, path.hopLimit())
                .set(CmField.REQ_PRIMARY_SL, path.sl())
                .set(CmField.REQ_PRIMARY_LOCAL_ACK_TIMEOUT, ackTimeout);
    }

    private static ByteBuffer bytes(Gid gid) {
        return ByteBuffer.wrap(gid.raw());
    }

    ByteBuffer rep(IbCmConnection connection, RequestParam param) {
        ByteBuffer buffer = begin(CmMessageType.REP, connection.ids().transaction);
        ConnParam conn = param.conn();
        Ece ece = param.ece();
        mad.attributeModifier((int) ece.options());
        mad.set(CmField.REP_LOCAL_COMM_ID, connection.ids().localId)
                .set(CmField.REP_REMOTE_COMM_ID, connection.ids().remoteId)
                .set(CmField.REP_LOCAL_QPN, conn.qpNum())
                .set(CmField.REP_VENDOR_ID_H, ece.vendorId() >> (2 * BYTE))
                .set(CmField.REP_VENDOR_ID_M, ece.vendorId() >> BYTE)
                .set(CmField.REP_VENDOR_ID_L, ece.vendorId())
                .set(CmField.REP_STARTING_PSN, param.startingPsn())
                .set(CmField.REP_RESPONDER_RESOURCES, conn.responderResources())
                .set(CmField.REP_INITIATOR_DEPTH, conn.initiatorDepth())
                .set(CmField.REP_TARGET_ACK_DELAY, connection.device().ackDelay())
                .set(CmField.REP_END_TO_END_FLOW_CONTROL, conn.flowControl())
                .set(CmField.REP_RNR_RETRY_COUNT, Math.min(MAX_RETRY, conn.rnrRetryCount()))
                .set(CmField.REP_SRQ, conn.srq() ? 1 : 0)
                .set(CmField.REP_LOCAL_CA_GUID, connection.device().caGuid());
        mad.put(CmBlock.REP_PRIVATE_DATA, 0, param.privateData());
        return buffer;
    }

    ByteBuffer rtu(IbCmConnection connection) {
        ByteBuffer buffer = begin(CmMessageType.RTU, connection.ids().transaction);
        mad.set(CmField.RTU_LOCAL_COMM_ID, connection.ids().localId);
        mad.set(CmField.RTU_REMOTE_COMM_ID, connection.ids().remoteId);
        return buffer;
    }

    ByteBuffer mra(IbCmConnection connection, int message) {
        ByteBuffer buffer = begin(CmMessageType.MRA, connection.ids().transaction);
        mad.set(CmField.MRA_LOCAL_COMM_ID, connection.ids().localId)
                .set(CmField.MRA_REMOTE_COMM_ID, connection.ids().remoteId)
                .set(CmField.MRA_MESSAGE_MRAED, message)
                .set(CmField.MRA_SERVICE_TIMEOUT, CmTimeouts.SERVICE);
        return buffer;
    }

    ByteBuffer dreq(IbCmConnection connection) {
        ByteBuffer buffer = begin(CmMessageType.DREQ, connection.ids().ownTransaction);
        mad.set(CmField.DREQ_LOCAL_COMM_ID, connection.ids().localId)
                .set(CmField.DREQ_REMOTE_COMM_ID, connection.ids().remoteId)
                .set(CmField.DREQ_REMOTE_QPN_EECN, connection.terms().remoteQpn);
        return buffer;
    }

    ByteBuffer drep(IbCmConnection connection) {
        return drep(connection.ids().transaction, connection.ids().localId, connection.ids().remoteId);
    }

    /** Writes an answer to a message without a connection, with the IDs of the answer. */
    ByteBuffer drep(long transactionId, long localId, long remoteId) {
        ByteBuffer buffer = begin(CmMessageType.DREP, transactionId);
        mad.set(CmField.DREP_LOCAL_COMM_ID, localId).set(CmField.DREP_REMOTE_COMM_ID, remoteId);
        return buffer;
    }

    /** Writes a rejection in the state of the connection. */
    ByteBuffer rej(IbCmConnection connection, ConnState state, int reason, ByteBuffer information, ByteBuffer data) {
        long localId = state == ConnState.REQ_RCVD ? 0 : connection.ids().localId;
        int message = switch (state) {
            case REQ_RCVD, MRA_REQ_SENT -> MESSAGE_REQ;
            case REP_RCVD, MRA_REP_SENT -> MESSAGE_REP;
            default -> MESSAGE_OTHER;
        };
        ByteBuffer buffer = rej(connection.ids().transaction, localId, connection.ids().remoteId, message, reason);
        mad.set(CmField.REJ_REJECTED_INFO_LENGTH, information.remaining());
        mad.put(CmBlock.REJ_ARI, 0, information).put(CmBlock.REJ_PRIVATE_DATA, 0, data);
        return buffer;
    }

    ByteBuffer rej(IbCmConnection connection, ConnState state, int reason) {
        return rej(connection, state, reason, NO_DATA, NO_DATA);
    }

    /** Writes a rejection without a connection, with the IDs of the answer. */
    ByteBuffer rej(long transactionId, long localId, long remoteId, int message, int reason) {
        ByteBuffer buffer = begin(CmMessageType.REJ, transactionId);
        mad.set(CmField.REJ_LOCAL_COMM_ID, localId)
                .set(CmField.REJ_REMOTE_COMM_ID, remoteId)
                .set(CmField.REJ_MESSAGE_REJECTED, message)
                .set(CmField.REJ_REASON, reason);
        return buffer;
    }

    ByteBuffer sidrReq(IbCmConnection connection, ByteBuffer privateData) {
        ByteBuffer buffer = begin(CmMessageType.SIDR_REQ, connection.ids().transaction);
        mad.set(CmField.SIDR_REQ_REQUESTID, connection.ids().localId)
                .set(CmField.SIDR_REQ_PARTITION_KEY, connection.av().path().pkey())
                .set(CmField.SIDR_REQ_SERVICEID, connection.ids().serviceId);
        mad.put(CmBlock.SIDR_REQ_PRIVATE_DATA, 0, privateData);
        return buffer;
    }

    ByteBuffer sidrRep(IbCmConnection connection, SidrReply reply) {
        ByteBuffer buffer = begin(CmMessageType.SIDR_REP, connection.ids().transaction);
        mad.attributeModifier((int) reply.ece().options());
        // cm_format_sidr_rep: the middle bits of the vendor ID are not sent.
        mad.set(CmField.SIDR_REP_REQUESTID, connection.ids().remoteId)
                .set(CmField.SIDR_REP_STATUS, reply.status())
                .set(CmField.SIDR_REP_VENDOR_ID_H, reply.ece().vendorId() >> BYTE)
                .set(CmField.SIDR_REP_VENDOR_ID_L, reply.ece().vendorId())
                .set(CmField.SIDR_REP_QPN, reply.qpNum())
                .set(CmField.SIDR_REP_SERVICEID, connection.ids().serviceId)
                .set(CmField.SIDR_REP_Q_KEY, reply.qkey());
        mad.put(CmBlock.SIDR_REP_PRIVATE_DATA, 0, reply.privateData());
        return buffer;
    }
}
