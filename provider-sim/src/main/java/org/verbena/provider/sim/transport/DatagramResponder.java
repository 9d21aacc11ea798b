package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Message;
import org.verbena.provider.sim.wire.Route;
import org.verbena.spi.model.DataPathTrait;

/** Receives over UD: 40 bytes for the global route header, then the data. */
final class DatagramResponder extends Responder {
    DatagramResponder(TransportQp qp) {
        super(qp);
    }

    @Override
    void receive(Message message) {
        Receives receives = qp().receives();
        if (message.qkey != qp().qkey() || receives == null || receives.isEmpty()) {
            return;
        }
        long length = Route.GRH_LENGTH + message.payload.length();
        Segments places = qp().engine().scatter();
        switch (scatter(receives, length, places)) {
            case FITS -> accept(receives, message, places, length);
            case TOO_LONG -> tooLong(receives, message);
            case NO_ACCESS -> {
                complete(receives, qp().adapter().dataPath().badReceive().value(), message, 0, 0);
                qp().fail();
            }
        }
    }

    private void accept(Receives receives, Message message, Segments places, long length) {
        Route route = message.route;
        int flags = 0;
        Segments source = qp().engine().gather();
        if (route != null && route.isGlobal()) {
            source.add(route.header((int) message.payload.length(), message.hasImmediate), 0, Route.GRH_LENGTH);
            flags = WC_GRH;
        } else {
            source.add(Route.NO_HEADER, 0, Route.GRH_LENGTH);
        }
        source.addAll(message.payload);
        source.copyTo(places);
        complete(receives, WcStatuses.SUCCESS, message, length, flags);
    }

    private void tooLong(Receives receives, Message message) {
        boolean dropped = qp().has(DataPathTrait.DROPS_UNFIT_DATAGRAMS);
        if (dropped && qp().hasOwnReceives()) {
            return;
        }
        // rxe_resp.c, RESPST_ERR_LENGTH: with a shared queue class E, which leaves the queue pair as it is.
        int status = dropped ? WcStatuses.REMOTE_INVALID_REQUEST : WcStatuses.LENGTH;
        complete(receives, status, message, 0, 0);
        if (!dropped) {
            qp().fail();
        }
    }
}
