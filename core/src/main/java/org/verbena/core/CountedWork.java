// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.attr.Flags;
import org.verbena.attr.SendOp;

/** The checks of send builders, with counting. The thread that holds the send queue uses it. */
final class CountedWork extends WorkUnderConstruction {
    private final QpHandle queuePair;
    private long sends;
    private long sendBytes;
    private long readBytes;
    private boolean reading;

    CountedWork(QpHandle queuePair, Flags<SendOp> operations) {
        super(queuePair, operations);
        this.queuePair = queuePair;
    }

    @Override
    void start() {
        super.start();
        sends = 0;
        sendBytes = 0;
        readBytes = 0;
    }

    @Override
    void begin(SendOp operation, String verb) {
        super.begin(operation, verb);
        sends++;
        switch (operation) {
            case RDMA_READ, ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> reading = true;
            case ATOMIC_WRITE -> sendBytes += Long.BYTES;
            default -> reading = false;
        }
    }

    @Override
    void data(String verb, long length) {
        super.data(verb, length);
        if (reading) {
            readBytes += length;
        } else {
            sendBytes += length;
        }
    }

    @Override
    void data(String verb, SgeList elements) {
        data(verb, elements.totalLength());
    }

    @Override
    void posted() {
        queuePair.posted(sends, sendBytes, readBytes);
    }
}
