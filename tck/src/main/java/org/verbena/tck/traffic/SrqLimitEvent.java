// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import static org.verbena.tck.traffic.WorkRequest.send;

import java.util.function.UnaryOperator;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.tck.fixture.Fixture;

/** The limit event of a shared receive queue, which nearly every device supports. */
public final class SrqLimitEvent {
    private SrqLimitEvent() {}

    /**
     * Creates a reliable connection to the device's shared receive queue.
     *
     * @param fixture the device
     * @return the pair
     */
    public static QpPair pair(Fixture fixture) {
        return QpPair.of(fixture, QpType.RC, UnaryOperator.identity(), request -> request.srq(fixture.srq()));
    }

    /**
     * Triggers the event: posts one receive, arms the limit, and consumes the receive.
     *
     * @param fixture the device
     * @param pair its pair
     */
    public static void reach(Fixture fixture, QpPair pair) {
        pair.responder().postRecv(fixture.srq(), 1, 0, 64);
        fixture.srq().modify(new SrqAttr(0, 0, 1), Flags.of(SrqAttr.Mask.LIMIT));
        pair.post(send().id(2));
        pair.responder().receives().success(1);
        pair.requester().sends().success(2);
    }
}
