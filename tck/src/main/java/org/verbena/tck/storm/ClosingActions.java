// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import static org.verbena.error.Errno.EBUSY;
import static org.verbena.error.Errno.EINVAL;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.verbena.AddressHandle;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;

/** Actions that close handles which other threads use. A device may only reject the destruction of an object in use. */
final class ClosingActions {
    private static final int SELDOM = 4;

    private ClosingActions() {}

    static Stream<Action> actions() {
        return Stream.of(
                close("a handle", 60, turn -> any(turn).close()),
                close("a queue pair", 10, turn -> turn.some(pool -> pool.qps).close()),
                close("a region", 15, turn -> turn.some(pool -> pool.mrs).close())
                        .mayGive(EINVAL),
                close("a completion queue", 10, turn -> turn.cq().close()),
                close("a handle twice", 5, ClosingActions::closeTwice),
                close("a protection domain and its objects", 2, ClosingActions::closeFamily)
                        .mayGive(EINVAL),
                close("the context", 1, ClosingActions::closeContext));
    }

    private static Action close(String what, int weight, Action.Body body) {
        return Action.of("close " + what, body).weighing(weight).mayGive(EBUSY);
    }

    /** Returns a handle of any kind except memory regions. A region with bound windows fails with other errors. */
    private static VerbsObject any(StormStep turn) {
        Slots<? extends VerbsObject> kind = turn.oneOf(turn.pool().kinds());
        return (kind.equals(turn.pool().mrs) ? turn.pool().cqs : kind).pick(turn.random());
    }

    private static void closeTwice(StormStep turn) {
        VerbsObject handle = any(turn);
        handle.close();
        handle.close();
        if (!handle.isClosed()) {
            throw new AssertionError(handle + " is open after close");
        }
    }

    private static void closeContext(StormStep turn) {
        if (!turn.oneIn(SELDOM)) {
            throw new Slots.NoHandleException();
        }
        turn.pools().replace(turn.pool());
    }

    private static void closeFamily(StormStep turn) {
        ProtectionDomain pd = turn.some(pool -> pool.pds);
        List<VerbsObject> family = new ArrayList<>(turn.pool().kinds().stream()
                .<VerbsObject>flatMap(kind -> kind.all().stream())
                .filter(isOf(pd))
                .toList());
        family.add(pd);
        family.forEach(VerbsObject::close);
    }

    private static Predicate<VerbsObject> isOf(ProtectionDomain pd) {
        return handle -> domain(handle).filter(pd::equals).isPresent();
    }

    private static Optional<ProtectionDomain> domain(VerbsObject handle) {
        if (handle instanceof QueuePair qp) {
            return qp.pd();
        }
        if (handle instanceof MemoryRegion mr) {
            return Optional.of(mr.pd());
        }
        if (handle instanceof MemoryWindow mw) {
            return Optional.of(mw.pd());
        }
        if (handle instanceof AddressHandle ah) {
            return Optional.of(ah.pd());
        }
        if (handle instanceof SharedReceiveQueue srq) {
            return Optional.of(srq.pd());
        }
        return handle instanceof WorkQueue wq ? Optional.of(wq.pd()) : Optional.empty();
    }
}
