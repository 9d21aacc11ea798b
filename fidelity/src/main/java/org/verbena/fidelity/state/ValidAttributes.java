// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.state;

import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;

/** Values of queue pair attributes that every driver accepts. */
public final class ValidAttributes {
    /** The number of the port that every device has. */
    public static final int PORT = 1;

    /** Capabilities for 16 work requests of one element in each direction. */
    public static final QpCap CAP = new QpCap(16, 16, 1, 1, 0);

    private ValidAttributes() {}

    /**
     * Returns a builder with a valid value for every attribute.
     *
     * @param path the address of the peer
     * @return a builder that still needs the state and the mask
     */
    public static QpAttr.Builder over(AhAttr path) {
        return QpAttr.builder()
                .qpAccessFlags(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE)
                .portNum(PORT)
                .ahAttr(path)
                .altAhAttr(path)
                .altPortNum(PORT)
                .altTimeout(14)
                .pathMtu(Mtu.BYTES_1024)
                .timeout(14)
                .retryCnt(7)
                .rnrRetry(7)
                .minRnrTimer(12)
                .maxRdAtomic(1)
                .maxDestRdAtomic(1)
                .qkey(1)
                .rqPsn(1)
                .sqPsn(1)
                .cap(CAP);
    }
}
