// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.attr.AccessFlag;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPathTrait;

/** Writes the data of responses to the memory of the requests. The methods return completion statuses. */
final class ResponseData {
    private static final int LOCAL_WRITE = (int) AccessFlag.LOCAL_WRITE.mask();

    private ResponseData() {}

    static int writeAtomic(ReliableRequester requester, SendWqe wqe, WireMessage answer) {
        TransportQp qp = requester.qp();
        Segments places = qp.engine().scatter();
        int status = requester.places(wqe, 0, Long.BYTES, LOCAL_WRITE, places);
        if (status != WcStatuses.LENGTH) {
            Segments value = qp.engine().longSource(answer.compare);
            value.truncate(places.length());
            value.copyTo(places);
        }
        return status == WcStatuses.LENGTH && qp.has(DataPathTrait.ATOMIC_RESPONSE_CHECKS_ACCESS_FIRST)
                ? WcStatuses.PROTECTION
                : status;
    }

    /** Returns whether the packets of a response have the size of the path MTU, and are not more than are missing. */
    static boolean fits(ReliableRequester requester, WireMessage answer, int missing) {
        TransportQp qp = requester.qp();
        boolean fits = answer.packets <= missing
                && (answer.mtu == qp.mtu() || (answer.packets == 1 && answer.payload.length() <= qp.mtu()));
        return fits || qp.has(DataPathTrait.ACCEPTS_RESPONSES_OF_ANY_SIZE);
    }

    /** Writes at most as many packets as are missing. */
    static int writeRead(ReliableRequester requester, SendWqe wqe, WireMessage answer, int missing) {
        if (missing < answer.packets) {
            answer.payload.truncate((long) missing * answer.mtu);
        }
        Segments places = requester.qp().engine().scatter();
        int status = requester.places(wqe, wqe.received, answer.payload.length(), LOCAL_WRITE, places);
        answer.payload.truncate(places.length());
        answer.payload.copyTo(places);
        wqe.received += answer.payload.length();
        return status;
    }
}
