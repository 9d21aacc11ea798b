// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.nio.ByteBuffer;
import org.verbena.attr.Ece;
import org.verbena.cm.ConnParam;
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;
import org.verbena.rocev2.CmaHeader;

/**
 * A message of a peer, as this side sees it.
 *
 * @param mad the message
 */
record PeerMessage(CmMadDecoder mad) {
    private static final int BYTE = 8;

    private ByteBuffer data(CmBlock block, int skipped) {
        byte[] bytes = new byte[block.length()];
        mad.get(block, bytes);
        return ByteBuffer.wrap(bytes, skipped, bytes.length - skipped).slice().asReadOnlyBuffer();
    }

    /** Returns the parameters of a request: {@code cma_set_req_event_data}. */
    ConnParam requested() {
        return ConnParam.builder()
                .privateData(data(CmBlock.REQ_PRIVATE_DATA, CmaHeader.LENGTH))
                .responderResources(mad.getInt(CmField.REQ_INITIATOR_DEPTH))
                .initiatorDepth(mad.getInt(CmField.REQ_RESPONDER_RESOURCES))
                .flowControl(mad.getInt(CmField.REQ_END_TO_END_FLOW_CONTROL))
                .retryCount(mad.getInt(CmField.REQ_RETRY_COUNT))
                .rnrRetryCount(mad.getInt(CmField.REQ_RNR_RETRY_COUNT))
                .srq(mad.get(CmField.REQ_SRQ) != 0)
                .qpNum(mad.get(CmField.REQ_LOCAL_QPN))
                .build();
    }

    Ece reqEce() {
        return new Ece(mad.get(CmField.REQ_VENDOR_ID), Integer.toUnsignedLong(mad.attributeModifier()));
    }

    ByteBuffer sidrReqData() {
        return data(CmBlock.SIDR_REQ_PRIVATE_DATA, CmaHeader.LENGTH);
    }

    /** Returns the parameters of a reply: {@code cma_set_rep_event_data}. */
    ConnParam replied() {
        return ConnParam.builder()
                .privateData(data(CmBlock.REP_PRIVATE_DATA, 0))
                .responderResources(mad.getInt(CmField.REP_INITIATOR_DEPTH))
                .initiatorDepth(mad.getInt(CmField.REP_RESPONDER_RESOURCES))
                .flowControl(mad.getInt(CmField.REP_END_TO_END_FLOW_CONTROL))
                .retryCount(0)
                .rnrRetryCount(mad.getInt(CmField.REP_RNR_RETRY_COUNT))
                .srq(mad.get(CmField.REP_SRQ) != 0)
                .qpNum(mad.get(CmField.REP_LOCAL_QPN))
                .build();
    }

    Ece repEce() {
        long vendor = (mad.get(CmField.REP_VENDOR_ID_H) << (2 * BYTE))
                | (mad.get(CmField.REP_VENDOR_ID_M) << BYTE)
                | mad.get(CmField.REP_VENDOR_ID_L);
        return new Ece(vendor, Integer.toUnsignedLong(mad.attributeModifier()));
    }

    int reason() {
        return mad.getInt(CmField.REJ_REASON);
    }

    ByteBuffer rejData() {
        return data(CmBlock.REJ_PRIVATE_DATA, 0);
    }

    int sidrStatus() {
        return mad.getInt(CmField.SIDR_REP_STATUS);
    }

    long sidrQkey() {
        return mad.get(CmField.SIDR_REP_Q_KEY);
    }

    long sidrQpn() {
        return mad.get(CmField.SIDR_REP_QPN);
    }

    ByteBuffer sidrData() {
        return data(CmBlock.SIDR_REP_PRIVATE_DATA, 0);
    }
}
