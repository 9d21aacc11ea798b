// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** Capabilities of a device, including the 64-bit extension: {@code enum ibv_device_cap_flags}. */
public enum DeviceCapFlag implements VerbsFlag {
    /** Can resize queue pairs. */
    RESIZE_MAX_WR("IBV_DEVICE_RESIZE_MAX_WR", 0),

    /** Counts invalid P_Keys. */
    BAD_PKEY_CNTR("IBV_DEVICE_BAD_PKEY_CNTR", 1),

    /** Counts Q_Key violations. */
    BAD_QKEY_CNTR("IBV_DEVICE_BAD_QKEY_CNTR", 2),

    /** Supports raw multicast. */
    RAW_MULTI("IBV_DEVICE_RAW_MULTI", 3),

    /** Supports automatic path migration. */
    AUTO_PATH_MIG("IBV_DEVICE_AUTO_PATH_MIG", 4),

    /** Can change the port of a queue pair in state SQD. */
    CHANGE_PHY_PORT("IBV_DEVICE_CHANGE_PHY_PORT", 5),

    /** Enforces the port of an address handle. */
    UD_AV_PORT_ENFORCE("IBV_DEVICE_UD_AV_PORT_ENFORCE", 6),

    /** Accepts the current state in a modification of a queue pair ({@link QpAttr.Mask#CUR_STATE}). */
    CURR_QP_STATE_MOD("IBV_DEVICE_CURR_QP_STATE_MOD", 7),

    /** Can shut down ports. */
    SHUTDOWN_PORT("IBV_DEVICE_SHUTDOWN_PORT", 8),

    /** Supports InitType. */
    INIT_TYPE("IBV_DEVICE_INIT_TYPE", 9),

    /** Reports the event {@link AsyncEventType#PORT_ACTIVE}. */
    PORT_ACTIVE_EVENT("IBV_DEVICE_PORT_ACTIVE_EVENT", 10),

    /** Has a system image GUID. */
    SYS_IMAGE_GUID("IBV_DEVICE_SYS_IMAGE_GUID", 11),

    /** Generates RNR NAKs for RC. */
    RC_RNR_NAK_GEN("IBV_DEVICE_RC_RNR_NAK_GEN", 12),

    /** Can resize shared receive queues. */
    SRQ_RESIZE("IBV_DEVICE_SRQ_RESIZE", 13),

    /** Can notify after N completions. */
    N_NOTIFY_CQ("IBV_DEVICE_N_NOTIFY_CQ", 14),

    /** Supports memory windows of type 1. */
    MEM_WINDOW("IBV_DEVICE_MEM_WINDOW", 17),

    /** Supports IP checksums for UD. */
    UD_IP_CSUM("IBV_DEVICE_UD_IP_CSUM", 18),

    /** Supports extended reliable connections. */
    XRC("IBV_DEVICE_XRC", 20),

    /** Supports fast registration, local invalidate and send with invalidate. */
    MEM_MGT_EXTENSIONS("IBV_DEVICE_MEM_MGT_EXTENSIONS", 21),

    /** Supports memory windows of type 2A. */
    MEM_WINDOW_TYPE_2A("IBV_DEVICE_MEM_WINDOW_TYPE_2A", 23),

    /** Supports memory windows of type 2B. */
    MEM_WINDOW_TYPE_2B("IBV_DEVICE_MEM_WINDOW_TYPE_2B", 24),

    /** Supports IP checksums for RC. */
    RC_IP_CSUM("IBV_DEVICE_RC_IP_CSUM", 25),

    /** Supports IP checksums for raw packets. */
    RAW_IP_CSUM("IBV_DEVICE_RAW_IP_CSUM", 26),

    /** Supports flow steering. */
    MANAGED_FLOW_STEERING("IBV_DEVICE_MANAGED_FLOW_STEERING", 29),

    /** Can scatter the frame check sequence to raw queues. Reported by the extended query only. */
    RAW_SCATTER_FCS("IBV_DEVICE_RAW_SCATTER_FCS", 34),

    /** Can pad incoming packets to a full cache line. Reported by the extended query only. */
    PCI_WRITE_END_PADDING("IBV_DEVICE_PCI_WRITE_END_PADDING", 36);

    private final String cName;
    private final int bit;

    DeviceCapFlag(String cName, int bit) {
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
