package org.verbena.examples.toy;

import java.util.List;
import org.verbena.QpInitAttr;
import org.verbena.spi.CountedObject;
import org.verbena.spi.ModelledQp;
import org.verbena.spi.model.QpGrant;

/** A queue pair, which its model takes through its states. Work requests are not supported. */
final class ToyQp extends ModelledQp {
    ToyQp(QpInitAttr request, QpGrant grant, long number, List<CountedObject> uses) {
        super(ToyDevice.MODEL, request, grant, number, uses);
    }
}
