package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Message;

/**
 * Receives Ethernet frames. Without rules that would steer them, every queue pair of a port gets a copy of each frame
 * that reaches it, and what finds no receive is dropped.
 */
final class RawResponder extends Responder {
    private final @Nullable RssTable table;

    RawResponder(TransportQp qp, QpSetup setup) {
        super(qp);
        this.table = setup.table();
        qp.adapter().frameReceivers().add(this);
    }

    @Override
    void receive(Message message) {
        Receives receives = table == null ? qp().receives() : table.choose(message.payload);
        boolean stopped = receives instanceof WorkReceives queue && !queue.isReady();
        if (receives == null || stopped || receives.isEmpty()) {
            return;
        }
        Segments places = qp().engine().scatter();
        switch (scatter(receives, message.payload.length(), places)) {
            case FITS -> {
                message.payload.copyTo(places);
                complete(receives, WcStatuses.SUCCESS, message, message.payload.length(), 0);
            }
            case TOO_LONG -> complete(receives, WcStatuses.LENGTH, message, 0, 0);
            case NO_ACCESS ->
                complete(receives, qp().adapter().dataPath().badReceive().value(), message, 0, 0);
        }
    }

    /** Takes a frame that came in through a port. */
    void receive(int portNum, Message message) {
        if (qp().takesRequests() && qp().attr().portNum() == portNum) {
            receive(message);
        }
    }

    @Override
    void close() {
        qp().adapter().frameReceivers().remove(this);
    }
}
