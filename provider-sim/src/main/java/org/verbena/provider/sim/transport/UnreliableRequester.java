// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.Path;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPathTrait;

/** Sends over UC and UD. A request is done when it has been sent. */
final class UnreliableRequester extends Requester {
    /** The bit of a Q_Key in a work request that selects the Q_Key of the queue pair (IBA 10.2.5). */
    private static final int PRIVILEGED = 0x8000_0000;

    /** The maximum number of packets between two checks whether the path is ready. */
    private static final int PIECE = 32;

    private final Runnable pumping = this::pump;
    private int psn;

    UnreliableRequester(TransportQp qp, QpSetup setup) {
        super(qp, setup);
    }

    @Override
    void modified(Flags<QpAttr.Mask> mask) {
        if (mask.contains(QpAttr.Mask.SQ_PSN)) {
            psn = (int) qp().attr().sqPsn();
        }
    }

    @Override
    void send(SendWqe wqe) {
        boolean datagram = qp().service() == Service.DATAGRAM;
        if (datagram && wqe.length > qp().nic().mtu()) {
            if (!qp().has(DataPathTrait.DROPS_LONG_DATAGRAMS)) {
                fail(ring().next(), WcStatuses.LENGTH, true);
                return;
            }
            done(wqe);
            return;
        }
        AddressVector to = datagram ? wqe.address : qp().peer();
        boolean mayGo = to != null
                && (!datagram
                        || !qp().has(DataPathTrait.AH_DOMAIN_COUNTS)
                        || to.domain().equals(qp().domain()));
        if (!mayGo) {
            fail(ring().next(), WcStatuses.OPERATION, true);
            return;
        }
        WireMessage message = qp().engine().takeMessage();
        try {
            int status = gather(wqe, message.payload);
            fill(message, wqe, to, datagram);
            if (status != WcStatuses.SUCCESS) {
                fail(ring().next(), status, true);
                message.keepFirst((int) (message.payload.length() / message.mtu));
                if (!datagram && message.packets > 0) {
                    qp().path().send(message);
                }
                return;
            }
            if (to != null && to.path().window() != Integer.MAX_VALUE) {
                sendPiece(message, wqe, to.path());
                return;
            }
            done(wqe);
            if (to != null) {
                to.path().send(message);
            }
        } finally {
            qp().engine().giveBack();
        }
    }

    /** Sends the next packets of a message. The others follow while the path is ready. */
    private void sendPiece(WireMessage message, SendWqe wqe, Path path) {
        int first = wqe.sent;
        int number = Math.min(PIECE, wqe.packets - first);
        wqe.sent = first + number;
        if (wqe.sent == wqe.packets) {
            done(wqe);
        }
        WireMessage part = qp().engine().takeMessage();
        try {
            message.copyPart(first, number, part);
            path.send(part);
        } finally {
            qp().engine().giveBack();
        }
    }

    @Override
    boolean mayTakeUp(SendWqe wqe) {
        AddressVector to = qp().service() == Service.DATAGRAM ? wqe.address : qp().peer();
        if (to != null && !to.path().isReady()) {
            to.path().whenReady(pumping);
            return false;
        }
        return super.mayTakeUp(wqe);
    }

    private void fill(WireMessage message, SendWqe wqe, @Nullable AddressVector to, boolean datagram) {
        Messages.request(message, wqe, qp());
        if (!wqe.numbered) {
            wqe.numbered = true;
            wqe.psn = psn;
            wqe.packets = Messages.packets(wqe.length, qp().mtu());
            psn = psn + wqe.packets & WireMessage.PSN_MASK;
        }
        message.psn = wqe.psn;
        message.packets = wqe.packets;
        message.route = to == null ? null : to.route();
        if (datagram) {
            message.opcode = Opcode.SEND;
            message.srcQpn = qp().wireNumber();
            message.notTo = qp().blocksOwnMulticast() ? qp() : null;
            message.destQpn = wqe.remoteQpn;
            message.qkey = replacesQkey(wqe.remoteQkey) ? qp().qkey() : wqe.remoteQkey;
        }
    }

    private boolean replacesQkey(int qkey) {
        return (qkey & PRIVILEGED) != 0 && !qp().has(DataPathTrait.SENDS_PRIVILEGED_QKEYS);
    }

    private void done(SendWqe wqe) {
        wqe.state = SendWqe.DONE;
        ring().next(ring().next() + 1);
        completeDone();
    }
}
