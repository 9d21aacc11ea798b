// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** An XRC domain without its handles, with the XRC targets in it. */
final class XrcDomainCore {
    private final Map<Long, QpCore> targets = new HashMap<>();
    private int handles;

    synchronized void addHandle() {
        handles++;
    }

    /** Removes a handle. Returns whether it was the last one. */
    synchronized boolean removeHandle() {
        handles--;
        return handles == 0;
    }

    synchronized void add(QpCore target) {
        targets.put(target.number(), target);
        target.addHandle();
    }

    /** Opens another handle of a target. */
    synchronized Optional<QpCore> open(long qpNum) {
        Optional<QpCore> target = Optional.ofNullable(targets.get(qpNum));
        target.ifPresent(QpCore::addHandle);
        return target;
    }

    /** Closes a handle of a target. The last handle destroys the target. */
    synchronized void close(QpCore target) {
        if (target.removeHandle()) {
            targets.remove(target.number());
            target.free();
        }
    }
}
