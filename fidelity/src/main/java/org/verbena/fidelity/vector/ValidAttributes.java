package org.verbena.fidelity.vector;

import org.verbena.AhAttr;
import org.verbena.Mtu;
import org.verbena.QpAttr;
import org.verbena.QpCap;

/** Values that no driver objects to: where a vector changes a queue pair, only its state and its mask are in question. */
final class ValidAttributes {
    static final int PORT = 1;
    static final QpCap CAP = new QpCap(16, 16, 1, 1, 0);

    private ValidAttributes() {}

    /** Attributes with all values set, and with the mask of all. */
    static QpAttr.Builder over(AhAttr path) {
        return QpAttr.builder()
                .portNum(PORT)
                .ahAttr(path)
                .altAhAttr(path)
                .altPortNum(PORT)
                .pathMtu(Mtu.BYTES_1024)
                .timeout(14)
                .retryCnt(7)
                .rnrRetry(7)
                .minRnrTimer(12)
                .maxRdAtomic(1)
                .maxDestRdAtomic(1)
                .cap(CAP);
    }
}
