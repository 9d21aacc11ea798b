// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;
import org.verbena.rocev2.CmMadEncoder;
import org.verbena.rocev2.CmMessageType;

/** Encodes the messages of a peer. */
final class Peer {
    static final int ID = 0x7777;
    static final int QPN = 0x99;
    static final int PSN = 0x123456;
    static final long GUID = 0x2222;

    private final CmMadEncoder mad = new CmMadEncoder();

    private ByteBuffer begin(CmMessageType type) {
        ByteBuffer buffer = ByteBuffer.allocate(CmMadDecoder.LENGTH);
        mad.begin(buffer, 0, type, 5);
        return buffer;
    }

    ByteBuffer req() {
        return req(ID, QPN, Bench.SERVICE);
    }

    ByteBuffer req(int id, int qpn, long service) {
        ByteBuffer buffer = begin(CmMessageType.REQ);
        mad.set(CmField.REQ_LOCAL_COMM_ID, id).set(CmField.REQ_SERVICE_ID, service);
        mad.set(CmField.REQ_LOCAL_CA_GUID, GUID).set(CmField.REQ_LOCAL_QPN, qpn);
        mad.set(CmField.REQ_RESPONDER_RESOURCES, 5).set(CmField.REQ_INITIATOR_DEPTH, 6);
        mad.set(CmField.REQ_STARTING_PSN, PSN).set(CmField.REQ_MAX_CM_RETRIES, 15);
        mad.set(CmField.REQ_LOCAL_CM_RESPONSE_TIMEOUT, 20).set(CmField.REQ_PRIMARY_LOCAL_ACK_TIMEOUT, 17);
        mad.set(CmField.REQ_RETRY_COUNT, 6).set(CmField.REQ_RNR_RETRY_COUNT, 5);
        mad.set(CmField.REQ_PATH_PACKET_PAYLOAD_MTU, 3);
        mad.put(CmBlock.REQ_PRIMARY_LOCAL_PORT_GID, 0, ByteBuffer.wrap(Bench.THERE.raw()));
        mad.put(CmBlock.REQ_PRIMARY_REMOTE_PORT_GID, 0, ByteBuffer.wrap(Bench.HERE.raw()));
        return buffer;
    }

    ByteBuffer rep(int to) {
        ByteBuffer buffer = begin(CmMessageType.REP);
        mad.set(CmField.REP_LOCAL_COMM_ID, ID).set(CmField.REP_REMOTE_COMM_ID, to);
        mad.set(CmField.REP_LOCAL_QPN, QPN).set(CmField.REP_LOCAL_CA_GUID, GUID);
        mad.set(CmField.REP_STARTING_PSN, PSN).set(CmField.REP_TARGET_ACK_DELAY, 15);
        mad.set(CmField.REP_RESPONDER_RESOURCES, 5).set(CmField.REP_INITIATOR_DEPTH, 6);
        mad.set(CmField.REP_RNR_RETRY_COUNT, 4);
        return buffer;
    }

    ByteBuffer rtu(int to) {
        ByteBuffer buffer = begin(CmMessageType.RTU);
        mad.set(CmField.RTU_LOCAL_COMM_ID, ID).set(CmField.RTU_REMOTE_COMM_ID, to);
        return buffer;
    }

    ByteBuffer mra(int to, int message) {
        ByteBuffer buffer = begin(CmMessageType.MRA);
        mad.set(CmField.MRA_LOCAL_COMM_ID, ID).set(CmField.MRA_REMOTE_COMM_ID, to);
        mad.set(CmField.MRA_MESSAGE_MRAED, message).set(CmField.MRA_SERVICE_TIMEOUT, 24);
        return buffer;
    }

    ByteBuffer rej(int to, int message, int reason) {
        ByteBuffer buffer = begin(CmMessageType.REJ);
        mad.set(CmField.REJ_LOCAL_COMM_ID, ID).set(CmField.REJ_REMOTE_COMM_ID, to);
        mad.set(CmField.REJ_MESSAGE_REJECTED, message).set(CmField.REJ_REASON, reason);
        mad.put(CmBlock.REJ_ARI, 0, ByteBuffer.allocate(8).putLong(0, GUID));
        return buffer;
    }

    ByteBuffer dreq(int to, int qpn) {
        ByteBuffer buffer = begin(CmMessageType.DREQ);
        mad.set(CmField.DREQ_LOCAL_COMM_ID, ID).set(CmField.DREQ_REMOTE_COMM_ID, to);
        mad.set(CmField.DREQ_REMOTE_QPN_EECN, qpn);
        return buffer;
    }

    ByteBuffer drep(int to) {
        ByteBuffer buffer = begin(CmMessageType.DREP);
        mad.set(CmField.DREP_LOCAL_COMM_ID, ID).set(CmField.DREP_REMOTE_COMM_ID, to);
        return buffer;
    }

    ByteBuffer sidrReq() {
        ByteBuffer buffer = begin(CmMessageType.SIDR_REQ);
        mad.set(CmField.SIDR_REQ_REQUESTID, ID).set(CmField.SIDR_REQ_SERVICEID, Bench.SERVICE);
        return buffer;
    }

    ByteBuffer sidrRep(int to) {
        ByteBuffer buffer = begin(CmMessageType.SIDR_REP);
        mad.set(CmField.SIDR_REP_REQUESTID, to).set(CmField.SIDR_REP_QPN, QPN);
        return buffer;
    }
}
