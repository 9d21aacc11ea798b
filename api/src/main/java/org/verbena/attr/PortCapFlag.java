// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The capabilities of a port: {@code enum ibv_port_cap_flags}. */
public enum PortCapFlag implements VerbsFlag {
    /** Runs a subnet manager. */
    SM("IBV_PORT_SM", 1),

    /** Supports notices. */
    NOTICE_SUP("IBV_PORT_NOTICE_SUP", 2),

    /** Supports traps. */
    TRAP_SUP("IBV_PORT_TRAP_SUP", 3),

    /** Supports an optional inter-packet delay. */
    OPT_IPD_SUP("IBV_PORT_OPT_IPD_SUP", 4),

    /** Supports automatic migration. */
    AUTO_MIGR_SUP("IBV_PORT_AUTO_MIGR_SUP", 5),

    /** Supports service level mapping. */
    SL_MAP_SUP("IBV_PORT_SL_MAP_SUP", 6),

    /** Keeps the M_Key in non-volatile memory. */
    MKEY_NVRAM("IBV_PORT_MKEY_NVRAM", 7),

    /** Keeps P_Keys in non-volatile memory. */
    PKEY_NVRAM("IBV_PORT_PKEY_NVRAM", 8),

    /** Supports LED information. */
    LED_INFO_SUP("IBV_PORT_LED_INFO_SUP", 9),

    /** Supports a system image GUID. */
    SYS_IMAGE_GUID_SUP("IBV_PORT_SYS_IMAGE_GUID_SUP", 11),

    /** Supports P_Key switch external port traps. */
    PKEY_SW_EXT_PORT_TRAP_SUP("IBV_PORT_PKEY_SW_EXT_PORT_TRAP_SUP", 12),

    /** Supports extended speeds. */
    EXTENDED_SPEEDS_SUP("IBV_PORT_EXTENDED_SPEEDS_SUP", 14),

    /** Supports a second capability mask. */
    CAP_MASK2_SUP("IBV_PORT_CAP_MASK2_SUP", 15),

    /** Supports communication management. */
    CM_SUP("IBV_PORT_CM_SUP", 16),

    /** Supports SNMP tunnelling. */
    SNMP_TUNNEL_SUP("IBV_PORT_SNMP_TUNNEL_SUP", 17),

    /** Supports reinitialisation. */
    REINIT_SUP("IBV_PORT_REINIT_SUP", 18),

    /** Supports device management. */
    DEVICE_MGMT_SUP("IBV_PORT_DEVICE_MGMT_SUP", 19),

    /** Supports vendor classes. */
    VENDOR_CLASS_SUP("IBV_PORT_VENDOR_CLASS_SUP", 20),

    /** Supports directed-route notices. */
    DR_NOTICE_SUP("IBV_PORT_DR_NOTICE_SUP", 21),

    /** Supports capability mask notices. */
    CAP_MASK_NOTICE_SUP("IBV_PORT_CAP_MASK_NOTICE_SUP", 22),

    /** Supports boot management. */
    BOOT_MGMT_SUP("IBV_PORT_BOOT_MGMT_SUP", 23),

    /** Supports link round-trip latency. */
    LINK_LATENCY_SUP("IBV_PORT_LINK_LATENCY_SUP", 24),

    /** Supports client re-registration. */
    CLIENT_REG_SUP("IBV_PORT_CLIENT_REG_SUP", 25),

    /** Derives GIDs from IP addresses (RoCE). */
    IP_BASED_GIDS("IBV_PORT_IP_BASED_GIDS", 26);

    private final String cName;
    private final int bit;

    PortCapFlag(String cName, int bit) {
        this.cName = cName;
        this.bit = bit;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public long mask() {
        return 1L << bit;
    }
}
