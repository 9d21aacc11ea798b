package org.verbena.spi.handle;

import org.verbena.Flags;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendOp;
import org.verbena.spi.driver.DriverQp;

/** The send builders of a queue pair. */
final class QpExHandle implements QueuePairEx {
    private final QpHandle queuePair;
    private final DriverQp driver;

    QpExHandle(QpHandle queuePair, DriverQp driver) {
        this.queuePair = queuePair;
        this.driver = driver;
    }

    @Override
    public QueuePair queuePair() {
        return queuePair;
    }

    @Override
    public Flags<SendOp> sendOps() {
        return queuePair.call("ibv_qp_to_qp_ex", () -> driver.sendOps().orElseThrow());
    }
}
