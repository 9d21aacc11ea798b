// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPathTrait;

/** Receives Ethernet frames. A frame that finds no receive is lost, unless its work queue delays it. */
final class RawResponder extends Responder {
    private static final int GROUP_BIT = 1;

    private final @Nullable RssTable table;
    private final Framing framing;

    RawResponder(TransportQp qp, QpSetup setup) {
        super(qp);
        this.table = setup.table();
        this.framing = setup.framing();
        qp.nic().steering().add(this);
    }

    @Override
    void receive(WireMessage message) {
        if (table != null) {
            WqReceives queue = table.choose(message.payload);
            if (queue.isReady() && queue.isEmpty()) {
                queue.delay(this, message);
            } else if (queue.isReady()) {
                place(queue, queue.framing(), message);
            }
            return;
        }
        Receives receives = qp().receives();
        if (receives != null && !receives.isEmpty()) {
            place(receives, framing, message);
        }
    }

    /** Writes a frame to the oldest receive, which must exist. */
    void place(Receives receives, Framing rules, WireMessage message) {
        Segments frame = qp().engine().gather();
        int cvlan = rules.apply(message.payload, frame);
        Segments places = qp().engine().scatter();
        switch (scatter(receives, frame.length(), places)) {
            case FITS -> {
                long length = frame.length();
                frame.copyTo(places);
                if (rules.padsWrites()) {
                    pad(receives, length);
                }
                completeFrame(receives, message, length, cvlan);
            }
            case TOO_LONG -> complete(receives, WcStatuses.LENGTH, message, 0, 0);
            case NO_ACCESS ->
                complete(receives, qp().nic().dataPath().badReceive().value(), message, 0, 0);
        }
    }

    /** Returns whether the queue pair sent this frame to a group and must not receive a copy. */
    private boolean isOwn(WireMessage message) {
        return message.notTo == qp() && (message.payload.firstByte() & GROUP_BIT) != 0;
    }

    /** Receives a frame from a port. */
    void receive(int portNum, WireMessage message) {
        if (isReady(portNum) && !isOwn(message)) {
            receive(message);
        }
    }

    private boolean isReady(int portNum) {
        boolean always = table != null && qp().nic().has(DataPathTrait.RSS_STARTS_READY);
        return always || (qp().takesRequests() && qp().attr().portNum() == portNum);
    }

    boolean isOf(TransportQp queuePair) {
        return qp() == queuePair;
    }

    @Override
    void close() {
        if (table != null) {
            table.forget(this);
        }
        qp().nic().steering().remove(this);
    }
}
