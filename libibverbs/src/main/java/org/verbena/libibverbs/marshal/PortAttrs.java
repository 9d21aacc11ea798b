// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.PortAttr;
import org.verbena.attr.PortCapFlag;
import org.verbena.libibverbs.abi.AddressStructs.IbvGidEntry;
import org.verbena.libibverbs.abi.DeviceStructs.IbvPortAttr;
import org.verbena.libibverbs.abi.Struct;

/** Reads port attributes and GID table entries from C structs. */
public final class PortAttrs {
    private PortAttrs() {}

    /**
     * Reads the attributes of a port.
     *
     * @param struct the source, a {@code struct ibv_port_attr}
     * @return the attributes
     */
    public static PortAttr read(Struct struct) {
        return new PortAttr(
                struct.getInt(IbvPortAttr.STATE),
                struct.getInt(IbvPortAttr.MAX_MTU),
                struct.getInt(IbvPortAttr.ACTIVE_MTU),
                struct.getInt(IbvPortAttr.GID_TBL_LEN),
                Flags.ofMask(PortCapFlag.class, struct.get(IbvPortAttr.PORT_CAP_FLAGS)),
                struct.get(IbvPortAttr.MAX_MSG_SZ),
                struct.get(IbvPortAttr.BAD_PKEY_CNTR),
                struct.get(IbvPortAttr.QKEY_VIOL_CNTR),
                struct.getInt(IbvPortAttr.PKEY_TBL_LEN),
                struct.getInt(IbvPortAttr.LID),
                struct.getInt(IbvPortAttr.SM_LID),
                struct.getInt(IbvPortAttr.LMC),
                struct.getInt(IbvPortAttr.MAX_VL_NUM),
                struct.getInt(IbvPortAttr.SM_SL),
                struct.getInt(IbvPortAttr.SUBNET_TIMEOUT),
                struct.getInt(IbvPortAttr.INIT_TYPE_REPLY),
                struct.getInt(IbvPortAttr.ACTIVE_WIDTH),
                struct.getInt(IbvPortAttr.ACTIVE_SPEED),
                struct.getInt(IbvPortAttr.PHYS_STATE),
                struct.getInt(IbvPortAttr.LINK_LAYER),
                struct.getInt(IbvPortAttr.FLAGS),
                struct.getInt(IbvPortAttr.PORT_CAP_FLAGS2));
    }

    /**
     * Reads an entry of the GID table.
     *
     * @param struct the source, a {@code struct ibv_gid_entry}
     * @return the entry
     */
    public static GidEntry readGidEntry(Struct struct) {
        return new GidEntry(
                Gid.of(struct.bytes(IbvGidEntry.GID)),
                struct.get(IbvGidEntry.GID_INDEX),
                struct.get(IbvGidEntry.PORT_NUM),
                struct.get(IbvGidEntry.GID_TYPE),
                struct.get(IbvGidEntry.NDEV_IFINDEX));
    }
}
