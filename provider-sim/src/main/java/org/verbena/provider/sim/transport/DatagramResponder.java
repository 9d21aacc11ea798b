// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;

/** Receives over UD: 40 bytes for the global route header, then the data. */
final class DatagramResponder extends Responder {
    private final boolean padsWrites;

    DatagramResponder(TransportQp qp, QpSetup setup) {
        super(qp);
        this.padsWrites = setup.framing().padsWrites();
    }

    @Override
    void receive(WireMessage message) {
        Receives receives = qp().receives();
        if (message.qkey != qp().qkey() || receives == null || receives.isEmpty()) {
            return;
        }
        long length = Route.GRH_LENGTH + message.payload.length();
        boolean drops = qp().has(DataPathTrait.DROPS_UNFIT_DATAGRAMS);
        if (drops && receives.ring().totalLength() < length) {
            drop(receives, message);
            return;
        }
        Segments header = qp().engine().gather();
        int flags = 0;
        Route route = message.route;
        if (route != null && route.isGlobal()) {
            header.add(route.header((int) message.payload.length(), message.hasImmediate), 0, Route.GRH_LENGTH);
            flags = WC_GRH;
        } else {
            header.add(Route.NO_HEADER, 0, Route.GRH_LENGTH);
        }
        RecvRing.Fit fit = place(receives, 0, header);
        if (fit == RecvRing.Fit.FITS) {
            fit = place(receives, Route.GRH_LENGTH, message.payload);
        }
        if (fit == RecvRing.Fit.FITS) {
            if (padsWrites) {
                pad(receives, length);
            }
            complete(receives, WcStatuses.SUCCESS, message, length, flags);
            return;
        }
        DataPath driver = qp().nic().dataPath();
        boolean tooLong = fit == RecvRing.Fit.TOO_LONG;
        complete(receives, (tooLong ? driver.tooLong() : driver.badReceive()).value(), message, 0, 0);
        qp().fail();
    }

    /** Writes bytes to the oldest receive, as far as its elements are accessible. */
    private RecvRing.Fit place(Receives receives, long skip, Segments bytes) {
        Segments places = qp().engine().scatter();
        RecvRing.Fit fit = scatter(receives, receives.ring(), skip, bytes.length(), places);
        if (fit != RecvRing.Fit.TOO_LONG) {
            bytes.truncate(places.length());
            bytes.copyTo(places);
        }
        return fit;
    }

    /**
     * Drops a message that does not fit. In rxe_resp.c, RESPST_ERR_LENGTH is a class D error. With a shared receive
     * queue it is a class E error, which completes the receive and leaves the queue pair unchanged.
     */
    private void drop(Receives receives, WireMessage message) {
        if (!qp().hasOwnReceives() && qp().has(DataPathTrait.FAILED_REQUEST_TAKES_RECV)) {
            complete(receives, WcStatuses.REMOTE_INVALID_REQUEST, message, 0, 0);
        }
    }
}
