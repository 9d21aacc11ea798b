// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;

/** Receives over UC. A request that cannot be performed is dropped without an answer. */
final class UnreliableResponder extends ConnectedResponder {
    private int expected;

    /** Set while the rest of a message is dropped, up to the next first packet. */
    private boolean drops;

    UnreliableResponder(TransportQp qp) {
        super(qp);
    }

    @Override
    void modified(Flags<QpAttr.Mask> mask) {
        if (mask.contains(QpAttr.Mask.RQ_PSN)) {
            expected = (int) qp().attr().rqPsn();
        }
    }

    @Override
    void reset() {
        super.reset();
        drops = false;
    }

    @Override
    void receive(WireMessage message) {
        establish();
        if (message.starts) {
            drops = isUnfinished();
            if (drops) {
                giveUp(message);
                return;
            }
            reassembly().end();
        } else if (drops || message.psn != expected || !reassembly().isNext(message)) {
            dropRest();
            return;
        }
        expected = message.psn + message.packets & WireMessage.PSN_MASK;
        if (message.opcode == Opcode.SEND) {
            receiveSend(message);
        } else if (mayWrite(message)) {
            receiveWrite(message);
        } else {
            drop();
        }
    }

    private void drop() {
        drops = true;
        reassembly().end();
    }

    private boolean isUnfinished() {
        return reassembly().isActive() && qp().has(DataPathTrait.UC_NEVER_ABANDONS_MESSAGE);
    }

    /** Drops the packets up to the next first one. On some devices the message then stays unfinished. */
    private void dropRest() {
        drops = true;
        if (!isUnfinished()) {
            reassembly().end();
        }
    }

    /**
     * Drops a message because the previous message is not finished. A receive that the previous message took from a
     * shared queue completes with an error. Otherwise its receive stays in the queue.
     */
    private void giveUp(WireMessage next) {
        Receives receives = reassembly().receives();
        if (receives == null) {
            return;
        }
        if (reassembly().holdsReceive()) {
            RecvRing ring = reassembly().ring(receives);
            reassembly().losesReceive();
            complete(receives, ring, WcStatuses.REMOTE_INVALID_REQUEST, next, 0, 0);
        } else {
            reassembly().end();
        }
    }

    private boolean mayWrite(WireMessage message) {
        return message.opcode == Opcode.RDMA_WRITE && (qp().accessFlags() & REMOTE_WRITE) != 0;
    }

    private void receiveSend(WireMessage message) {
        if (message.starts) {
            Receives from = qp().receives();
            if (from == null || from.isEmpty()) {
                drop();
                return;
            }
            reassembly().begin(message, from, !qp().hasOwnReceives());
        }
        Receives receives = reassembly().receives();
        if (receives == null) {
            return;
        }
        if (hasBadSize(message)) {
            failsAt(message.psn, message);
            dropTaken(receives, message, WcStatuses.REMOTE_INVALID_REQUEST);
            return;
        }
        RecvRing.Fit fit = place(message, receives);
        if (fit == RecvRing.Fit.FITS) {
            if (message.ends) {
                finish(receives, WcStatuses.SUCCESS, message);
            }
            return;
        }
        DataPath driver = qp().nic().dataPath();
        failsAt(message.psn + (int) (message.payload.length() / message.mtu), message);
        finish(receives, (fit == RecvRing.Fit.TOO_LONG ? driver.tooLong() : driver.badReceive()).value(), message);
        qp().fail();
    }

    private void finish(Receives receives, int status, WireMessage message) {
        RecvRing ring = reassembly().ring(receives);
        long length = reassembly().position;
        reassembly().end();
        complete(receives, ring, status, message, length, 0);
    }

    /** Drops the rest of a message. The receive that the message took completes if it would be lost otherwise. */
    private void dropTaken(Receives receives, WireMessage message, int status) {
        // rxe_resp.c, RESPST_ERR_RKEY_VIOLATION and RESPST_ERR_LENGTH: UC/SRQ.
        if (qp().has(DataPathTrait.FAILED_REQUEST_TAKES_RECV) && !qp().hasOwnReceives()) {
            finish(receives, status, message);
        }
        drop();
    }

    private void receiveWrite(WireMessage message) {
        boolean takes = message.ends && message.hasImmediate;
        Receives receives = takes ? qp().receives() : null;
        boolean alone = message.packets == 1;
        boolean lacking = takes && (receives == null || receives.isEmpty());
        if (lacking && alone) {
            dropRest();
            return;
        }
        if (message.starts) {
            reassembly().begin(message);
        }
        Segments places = qp().engine().scatter();
        WriteError error = examine(message, REMOTE_WRITE, qp().domain(), places);
        if (error != WriteError.NONE) {
            boolean invalid = error == WriteError.INVALID;
            refuse(
                    message,
                    alone ? receives : null,
                    invalid ? WcStatuses.REMOTE_INVALID_REQUEST : WcStatuses.REMOTE_ACCESS);
            return;
        }
        if (lacking) {
            message.keepFirst(message.packets - 1);
            write(message, places);
            dropRest();
            return;
        }
        write(message, places);
        if (message.ends) {
            long length = reassembly().length;
            reassembly().end();
            if (receives != null) {
                complete(receives, WcStatuses.SUCCESS, message, length, 0);
            }
        }
    }

    private void refuse(WireMessage message, @Nullable Receives taken, int status) {
        if (taken == null) {
            drop();
        } else {
            dropTaken(taken, message, status);
        }
    }
}
