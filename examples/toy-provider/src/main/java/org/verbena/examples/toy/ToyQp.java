// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import java.util.List;
import org.verbena.spi.CountedObject;
import org.verbena.spi.ModelledQp;
import org.verbena.spi.model.QpGrant;

/** A queue pair whose model changes its state. It does not support work requests. */
final class ToyQp extends ModelledQp {
    ToyQp(Init init, QpGrant grant, long number, List<CountedObject> uses) {
        super(ToyDevice.MODEL, init, grant, number, uses);
    }
}
