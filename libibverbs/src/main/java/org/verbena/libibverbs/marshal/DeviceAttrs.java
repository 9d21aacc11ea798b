// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.DeviceCapFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDeviceAttr;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx.IbvCqModerationCaps;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx.IbvOdpCaps;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx.IbvPacketPacingCaps;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx.IbvPciAtomicCaps;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx.IbvRssCaps;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx.IbvTmCaps;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx.IbvTsoCaps;
import org.verbena.libibverbs.abi.Struct;

/** Reads device attributes from C structs. */
public final class DeviceAttrs {
    private DeviceAttrs() {}

    /**
     * Reads the plain attributes.
     *
     * @param struct the source, a {@code struct ibv_device_attr}
     * @return the attributes
     */
    public static DeviceAttr read(Struct struct) {
        return new DeviceAttr(
                struct.text(IbvDeviceAttr.FW_VER),
                Long.reverseBytes(struct.get(IbvDeviceAttr.NODE_GUID)),
                Long.reverseBytes(struct.get(IbvDeviceAttr.SYS_IMAGE_GUID)),
                struct.get(IbvDeviceAttr.MAX_MR_SIZE),
                struct.get(IbvDeviceAttr.PAGE_SIZE_CAP),
                struct.get(IbvDeviceAttr.VENDOR_ID),
                struct.get(IbvDeviceAttr.VENDOR_PART_ID),
                struct.get(IbvDeviceAttr.HW_VER),
                struct.getInt(IbvDeviceAttr.MAX_QP),
                struct.getInt(IbvDeviceAttr.MAX_QP_WR),
                Flags.ofMask(DeviceCapFlag.class, struct.get(IbvDeviceAttr.DEVICE_CAP_FLAGS)),
                struct.getInt(IbvDeviceAttr.MAX_SGE),
                struct.getInt(IbvDeviceAttr.MAX_SGE_RD),
                struct.getInt(IbvDeviceAttr.MAX_CQ),
                struct.getInt(IbvDeviceAttr.MAX_CQE),
                struct.getInt(IbvDeviceAttr.MAX_MR),
                struct.getInt(IbvDeviceAttr.MAX_PD),
                struct.getInt(IbvDeviceAttr.MAX_QP_RD_ATOM),
                struct.getInt(IbvDeviceAttr.MAX_EE_RD_ATOM),
                struct.getInt(IbvDeviceAttr.MAX_RES_RD_ATOM),
                struct.getInt(IbvDeviceAttr.MAX_QP_INIT_RD_ATOM),
                struct.getInt(IbvDeviceAttr.MAX_EE_INIT_RD_ATOM),
                struct.getInt(IbvDeviceAttr.ATOMIC_CAP),
                struct.getInt(IbvDeviceAttr.MAX_EE),
                struct.getInt(IbvDeviceAttr.MAX_RDD),
                struct.getInt(IbvDeviceAttr.MAX_MW),
                struct.getInt(IbvDeviceAttr.MAX_RAW_IPV6_QP),
                struct.getInt(IbvDeviceAttr.MAX_RAW_ETHY_QP),
                struct.getInt(IbvDeviceAttr.MAX_MCAST_GRP),
                struct.getInt(IbvDeviceAttr.MAX_MCAST_QP_ATTACH),
                struct.getInt(IbvDeviceAttr.MAX_TOTAL_MCAST_QP_ATTACH),
                struct.getInt(IbvDeviceAttr.MAX_AH),
                struct.getInt(IbvDeviceAttr.MAX_FMR),
                struct.getInt(IbvDeviceAttr.MAX_MAP_PER_FMR),
                struct.getInt(IbvDeviceAttr.MAX_SRQ),
                struct.getInt(IbvDeviceAttr.MAX_SRQ_WR),
                struct.getInt(IbvDeviceAttr.MAX_SRQ_SGE),
                struct.getInt(IbvDeviceAttr.MAX_PKEYS),
                struct.getInt(IbvDeviceAttr.LOCAL_CA_ACK_DELAY),
                struct.getInt(IbvDeviceAttr.PHYS_PORT_CNT));
    }

    /**
     * Reads the extended attributes.
     *
     * @param struct the source, a {@code struct ibv_device_attr_ex}
     * @return the attributes
     */
    public static DeviceAttrEx readEx(Struct struct) {
        return new DeviceAttrEx(
                read(struct.inner(IbvDeviceAttrEx.ORIG_ATTR)),
                odp(struct.inner(IbvDeviceAttrEx.ODP_CAPS)),
                struct.get(IbvDeviceAttrEx.COMPLETION_TIMESTAMP_MASK),
                struct.get(IbvDeviceAttrEx.HCA_CORE_CLOCK),
                Flags.ofMask(DeviceCapFlag.class, struct.get(IbvDeviceAttrEx.DEVICE_CAP_FLAGS_EX)),
                tso(struct.inner(IbvDeviceAttrEx.TSO_CAPS)),
                rss(struct.inner(IbvDeviceAttrEx.RSS_CAPS)),
                struct.get(IbvDeviceAttrEx.MAX_WQ_TYPE_RQ),
                packetPacing(struct.inner(IbvDeviceAttrEx.PACKET_PACING_CAPS)),
                struct.get(IbvDeviceAttrEx.RAW_PACKET_CAPS),
                tm(struct.inner(IbvDeviceAttrEx.TM_CAPS)),
                cqModeration(struct.inner(IbvDeviceAttrEx.CQ_MOD_CAPS)),
                struct.get(IbvDeviceAttrEx.MAX_DM_SIZE),
                pciAtomic(struct.inner(IbvDeviceAttrEx.PCI_ATOMIC_CAPS)),
                struct.get(IbvDeviceAttrEx.XRC_ODP_CAPS),
                struct.get(IbvDeviceAttrEx.PHYS_PORT_CNT_EX));
    }

    private static DeviceAttrEx.OdpCaps odp(Struct struct) {
        return new DeviceAttrEx.OdpCaps(
                struct.get(IbvOdpCaps.GENERAL_CAPS),
                struct.get(IbvOdpCaps.PER_TRANSPORT_CAPS_RC_ODP_CAPS),
                struct.get(IbvOdpCaps.PER_TRANSPORT_CAPS_UC_ODP_CAPS),
                struct.get(IbvOdpCaps.PER_TRANSPORT_CAPS_UD_ODP_CAPS));
    }

    private static DeviceAttrEx.TsoCaps tso(Struct struct) {
        return new DeviceAttrEx.TsoCaps(struct.get(IbvTsoCaps.MAX_TSO), struct.get(IbvTsoCaps.SUPPORTED_QPTS));
    }

    private static DeviceAttrEx.RssCaps rss(Struct struct) {
        return new DeviceAttrEx.RssCaps(
                struct.get(IbvRssCaps.SUPPORTED_QPTS),
                struct.get(IbvRssCaps.MAX_RWQ_INDIRECTION_TABLES),
                struct.get(IbvRssCaps.MAX_RWQ_INDIRECTION_TABLE_SIZE),
                Flags.ofMask(RxHashField.class, struct.get(IbvRssCaps.RX_HASH_FIELDS_MASK)),
                Flags.ofMask(RxHashFunction.class, struct.get(IbvRssCaps.RX_HASH_FUNCTION)));
    }

    private static DeviceAttrEx.PacketPacingCaps packetPacing(Struct struct) {
        return new DeviceAttrEx.PacketPacingCaps(
                struct.get(IbvPacketPacingCaps.QP_RATE_LIMIT_MIN),
                struct.get(IbvPacketPacingCaps.QP_RATE_LIMIT_MAX),
                struct.get(IbvPacketPacingCaps.SUPPORTED_QPTS));
    }

    private static DeviceAttrEx.TmCaps tm(Struct struct) {
        return new DeviceAttrEx.TmCaps(
                struct.get(IbvTmCaps.MAX_RNDV_HDR_SIZE),
                struct.get(IbvTmCaps.MAX_NUM_TAGS),
                struct.get(IbvTmCaps.FLAGS),
                struct.get(IbvTmCaps.MAX_OPS),
                struct.get(IbvTmCaps.MAX_SGE));
    }

    private static DeviceAttrEx.CqModerationCaps cqModeration(Struct struct) {
        return new DeviceAttrEx.CqModerationCaps(
                struct.getInt(IbvCqModerationCaps.MAX_CQ_COUNT), struct.getInt(IbvCqModerationCaps.MAX_CQ_PERIOD));
    }

    private static DeviceAttrEx.PciAtomicCaps pciAtomic(Struct struct) {
        return new DeviceAttrEx.PciAtomicCaps(
                struct.getInt(IbvPciAtomicCaps.FETCH_ADD),
                struct.getInt(IbvPciAtomicCaps.SWAP),
                struct.getInt(IbvPciAtomicCaps.COMPARE_SWAP));
    }
}
