// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import org.verbena.cm.ConnParam;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;

/** The terms of a connection, which both sides send to each other. */
final class Terms {
    private static final int MAX_RETRY = 7;

    int localQpn;
    int remoteQpn;
    int sqPsn;
    int initiatorDepth;
    int responderResources;
    int retryCount;
    int rnrRetryCount;

    /** Sets the terms of this side when it requests a connection. */
    void request(ConnParam param) {
        accept(param);
        retryCount = Math.min(MAX_RETRY, param.retryCount());
    }

    /** Sets the terms of this side when it accepts a request. */
    void accept(ConnParam param) {
        initiatorDepth = param.initiatorDepth();
        responderResources = param.responderResources();
        localQpn = (int) param.qpNum();
    }

    /** Sets the terms of the peer's request. */
    void requested(CmMadDecoder req) {
        remoteQpn = req.getInt(CmField.REQ_LOCAL_QPN);
        initiatorDepth = req.getInt(CmField.REQ_RESPONDER_RESOURCES);
        responderResources = req.getInt(CmField.REQ_INITIATOR_DEPTH);
        sqPsn = req.getInt(CmField.REQ_STARTING_PSN);
        retryCount = req.getInt(CmField.REQ_RETRY_COUNT);
        rnrRetryCount = req.getInt(CmField.REQ_RNR_RETRY_COUNT);
    }

    /** Sets the terms of the peer's reply. */
    void accepted(CmMadDecoder rep) {
        initiatorDepth = rep.getInt(CmField.REP_RESPONDER_RESOURCES);
        responderResources = rep.getInt(CmField.REP_INITIATOR_DEPTH);
        sqPsn = rep.getInt(CmField.REP_STARTING_PSN);
        rnrRetryCount = rep.getInt(CmField.REP_RNR_RETRY_COUNT);
    }
}
