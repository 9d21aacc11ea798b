package org.verbena.provider.sim.transport;

import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Message;
import org.verbena.spi.model.DataPathTrait;

/** Receives Ethernet frames; what finds no receive is dropped. */
final class RawResponder extends Responder {
    private final @Nullable RssTable table;

    RawResponder(TransportQp qp, QpSetup setup) {
        super(qp);
        this.table = setup.table();
        qp.adapter().steering().add(this);
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
        if (isReady(portNum)) {
            receive(message);
        }
    }

    private boolean isReady(int portNum) {
        boolean always = table != null && qp().adapter().has(DataPathTrait.RSS_STARTS_READY);
        return always || (qp().takesRequests() && qp().attr().portNum() == portNum);
    }

    boolean isOf(TransportQp queuePair) {
        return qp() == queuePair;
    }

    @Override
    void close() {
        qp().adapter().steering().remove(this);
    }
}
