package org.verbena.provider.sim.control;

import org.verbena.attr.PortAttr;
import org.verbena.attr.PortState;

/** Creates port attributes from those of the model and those that are specific to one port. */
final class PortReport {
    private static final int PHYSICAL_LINK_UP = 5;
    private static final int PHYSICAL_DISABLED = 3;

    private PortReport() {}

    static PortAttr of(PortAttr every, int lid, boolean up) {
        return new PortAttr(
                up ? every.stateCode() : PortState.DOWN.value(),
                every.maxMtuCode(),
                every.activeMtuCode(),
                every.gidTblLen(),
                every.portCapFlags(),
                every.maxMsgSz(),
                every.badPkeyCntr(),
                every.qkeyViolCntr(),
                every.pkeyTblLen(),
                lid,
                every.smLid(),
                every.lmc(),
                every.maxVlNum(),
                every.smSl(),
                every.subnetTimeout(),
                every.initTypeReply(),
                every.activeWidth(),
                every.activeSpeed(),
                up ? PHYSICAL_LINK_UP : PHYSICAL_DISABLED,
                every.linkLayerCode(),
                every.flags(),
                every.portCapFlags2());
    }
}
