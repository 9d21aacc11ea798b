// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import java.util.List;
import org.verbena.spi.CountedObject;
import org.verbena.spi.DriverCq;

/** A completion queue. */
final class ToyCq extends CountedObject implements DriverCq {
    private final int cqe;

    ToyCq(int cqe) {
        super("ibv_destroy_cq", List.of());
        this.cqe = cqe;
    }

    @Override
    public int cqe() {
        return cqe;
    }

    @Override
    public String toString() {
        return "completion queue of the toy";
    }
}
