package org.verbena.fidelity.state;

import org.verbena.AccessFlag;
import org.verbena.AhAttr;
import org.verbena.Mtu;
import org.verbena.QpAttr;
import org.verbena.QpCap;

/** Values of queue pair attributes that no driver objects to. */
public final class ValidAttributes {
    /** The port that every device has. */
    public static final int PORT = 1;

    /** A few work requests of one element each. */
    public static final QpCap CAP = new QpCap(16, 16, 1, 1, 0);

    private ValidAttributes() {}

    /**
     * A value for every attribute.
     *
     * @param path the peer
     * @return a builder, to be given the state and the mask
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
