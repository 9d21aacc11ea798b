// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.Path;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;

/** Sends Ethernet frames. The application's bytes are the frame. A large send is cut into several frames. */
final class RawRequester extends Requester {
    static final int ETHERNET_HEADER = 14;

    private Path path = Path.NONE;

    RawRequester(TransportQp qp, QpSetup setup) {
        super(qp, setup);
    }

    @Override
    void modified(Flags<QpAttr.Mask> mask) {
        int port = qp().attr().portNum();
        if (port != 0) {
            path = qp().nic().wire().ethernet(qp().nic().port(port));
        }
    }

    @Override
    void send(SendWqe wqe) {
        WireMessage message = qp().engine().takeMessage();
        try {
            int status = WcStatuses.SUCCESS;
            boolean large = wqe.opcode == WorkOpcode.TSO;
            if (!large) {
                status = gather(wqe, message.payload);
            } else if (wqe.special().segmentSize == 0) {
                status = WcStatuses.OPERATION;
            }
            if (status == WcStatuses.SUCCESS && !large && wqe.length > LargeSend.LONGEST_FRAME) {
                status = WcStatuses.LENGTH;
            }
            if (status == WcStatuses.SUCCESS && large) {
                status = sendSegments(wqe, message);
            } else if (status == WcStatuses.SUCCESS) {
                if (wqe.wantsChecksums()) {
                    FrameChecksums.write(message.payload);
                }
                transmit(message);
            }
            if (status != WcStatuses.SUCCESS) {
                fail(ring().next(), status, true);
                return;
            }
            wqe.state = SendWqe.DONE;
            ring().next(ring().next() + 1);
            completeDone();
        } finally {
            qp().engine().giveBack();
        }
    }

    private void transmit(WireMessage message) {
        message.opcode = Opcode.RAW;
        message.service = Service.RAW;
        message.srcQpn = qp().number();
        message.notTo = qp().blocksOwnMulticast() ? qp() : null;
        message.length = message.payload.length();
        if (!qp().nic().steering().dropsSent(qp().attr().portNum(), message)) {
            path.send(message);
        }
    }

    private int sendSegments(SendWqe wqe, WireMessage message) {
        Segments all = new Segments();
        int status = places(wqe, 0, wqe.length, 0, all);
        if (status != WcStatuses.SUCCESS) {
            return status;
        }
        LargeSend large = new LargeSend(wqe.data(), wqe.special().headerLength, all, wqe.special().segmentSize);
        for (ByteBuffer segment = large.next(); segment != null; segment = large.next()) {
            message.payload.clear();
            message.payload.add(segment, 0, segment.limit());
            transmit(message);
        }
        return WcStatuses.SUCCESS;
    }
}
