// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Optional;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.SendOp;
import org.verbena.attr.WrOpcode;
import org.verbena.core.counters.Tally;
import org.verbena.spi.DriverQp;

/** A queue pair that counts its posts. */
final class CountedQp extends QpHandle {
    private final Tally tally;

    private CountedQp(
            ContextHandle owner, Resource resource, DriverQp driver, QpInitAttr attr, Optional<ProtectionDomain> pd) {
        super(owner, resource, driver, attr, pd);
        this.tally = owner.resources().count(this, Tally.ofSends());
    }

    /** Creates the handle. Its type keeps the verifier from loading this class while nothing counts. */
    static QpHandle counted(
            ContextHandle owner, Resource resource, DriverQp driver, QpInitAttr attr, Optional<ProtectionDomain> pd) {
        return new CountedQp(owner, resource, driver, attr, pd);
    }

    @Override
    void posted(SendWorkList list, int from, int to) {
        long sendBytes = 0;
        long readBytes = 0;
        for (int i = from; i < to; i++) {
            SendWorkRequest request = list.place(i);
            if (reads(request.opcode())) {
                readBytes += request.elements().totalLength();
            } else {
                sendBytes += request.elements().totalLength();
            }
        }
        posted(to - from, sendBytes, readBytes);
    }

    @Override
    void posted(long sends, long sendBytes, long readBytes) {
        tally.add(Tally.POSTED_SENDS, sends);
        tally.add(Tally.POSTED_SEND_BYTES, sendBytes);
        tally.add(Tally.POSTED_READ_BYTES, readBytes);
    }

    /** Returns whether the elements of a work request receive data of the peer. */
    private static boolean reads(int opcode) {
        return opcode == WrOpcode.RDMA_READ.value()
                || opcode == WrOpcode.ATOMIC_CMP_AND_SWP.value()
                || opcode == WrOpcode.ATOMIC_FETCH_AND_ADD.value();
    }

    @Override
    WorkUnderConstruction newWork(Flags<SendOp> operations) {
        return new CountedWork(this, operations);
    }
}
