// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

/** The numbers that identify a connection in messages. */
final class Ids {
    /** The communication ID of this side. */
    final int localId;

    /** The transaction ID of messages that are no answers: {@code cm_form_tid}. */
    final long ownTransaction;

    /** The transaction ID of answers. */
    long transaction;

    /** The communication ID of the peer, 0 while it is unknown. */
    int remoteId;

    /** The GUID of the peer's device. */
    long remoteGuid;

    long serviceId;

    Ids(int localId, long ownTransaction) {
        this.localId = localId;
        this.ownTransaction = ownTransaction;
    }
}
