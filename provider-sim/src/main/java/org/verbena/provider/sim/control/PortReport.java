// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import org.verbena.attr.LinkLayer;
import org.verbena.attr.PortAttr;
import org.verbena.attr.PortState;
import org.verbena.provider.sim.roce.Network;

/** Creates port attributes from those of the model and those that are specific to one port. */
final class PortReport {
    private static final int SMALLEST_MTU = 128;
    private static final int PHYSICAL_LINK_UP = 5;
    private static final int PHYSICAL_DISABLED = 3;

    private PortReport() {}

    /** Returns the attributes of a port on a network: Ethernet, without a LID, with the MTU of the interface. */
    static PortAttr of(PortAttr every, Network network, boolean up) {
        int mtu = Integer.numberOfTrailingZeros(network.mtu() / SMALLEST_MTU);
        return of(every, 0, up, Math.min(mtu, every.maxMtuCode()), LinkLayer.ETHERNET.value());
    }

    static PortAttr of(PortAttr every, int lid, boolean up) {
        return of(every, lid, up, every.activeMtuCode(), every.linkLayerCode());
    }

    private static PortAttr of(PortAttr every, int lid, boolean up, int activeMtu, int linkLayer) {
        return new PortAttr(
                up ? every.stateCode() : PortState.DOWN.value(),
                every.maxMtuCode(),
                activeMtu,
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
                linkLayer,
                every.flags(),
                every.portCapFlags2());
    }
}
