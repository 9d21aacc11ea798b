// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/** The limit on the number of objects of one type, across all contexts of a device. */
final class Quota {
    private final String device;
    private final ObjectType type;
    private final String limitName;
    private final long limit;
    private long taken;

    Quota(String device, ObjectType type, String limitName, long limit) {
        this.device = device;
        this.type = type;
        this.limitName = limitName;
        this.limit = limit;
    }

    synchronized void take() {
        if (taken >= limit) {
            throw new VerbsException(
                    type.createVerb(),
                    Errno.ENOMEM,
                    device,
                    Diagnosis.of(new Violation(
                            limitName,
                            Long.toString(taken + 1),
                            Long.toString(limit),
                            "the limit is a capability of the device",
                            "ibv_query_device(3)")));
        }
        taken++;
    }

    synchronized void giveBack() {
        taken--;
    }
}
