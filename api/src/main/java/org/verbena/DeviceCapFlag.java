package org.verbena;

/** Capabilities of a device, the 64-bit extension included: {@code enum ibv_device_cap_flags}. */
public enum DeviceCapFlag implements VerbsFlag {
    /** Queue pairs can be resized. */
    RESIZE_MAX_WR("IBV_DEVICE_RESIZE_MAX_WR", 0),

    /** Counts bad P_Keys. */
    BAD_PKEY_CNTR("IBV_DEVICE_BAD_PKEY_CNTR", 1),

    /** Counts Q_Key violations. */
    BAD_QKEY_CNTR("IBV_DEVICE_BAD_QKEY_CNTR", 2),

    /** Raw multicast. */
    RAW_MULTI("IBV_DEVICE_RAW_MULTI", 3),

    /** Automatic path migration. */
    AUTO_PATH_MIG("IBV_DEVICE_AUTO_PATH_MIG", 4),

    /** The port can change in SQD. */
    CHANGE_PHY_PORT("IBV_DEVICE_CHANGE_PHY_PORT", 5),

    /** The port of an address handle is enforced. */
    UD_AV_PORT_ENFORCE("IBV_DEVICE_UD_AV_PORT_ENFORCE", 6),

    /** Modify accepts the current state. */
    CURR_QP_STATE_MOD("IBV_DEVICE_CURR_QP_STATE_MOD", 7),

    /** Ports can be shut down. */
    SHUTDOWN_PORT("IBV_DEVICE_SHUTDOWN_PORT", 8),

    /** InitType is supported. */
    INIT_TYPE("IBV_DEVICE_INIT_TYPE", 9),

    /** Reports that a port became active. */
    PORT_ACTIVE_EVENT("IBV_DEVICE_PORT_ACTIVE_EVENT", 10),

    /** Has a system image GUID. */
    SYS_IMAGE_GUID("IBV_DEVICE_SYS_IMAGE_GUID", 11),

    /** Generates RNR NAKs for RC. */
    RC_RNR_NAK_GEN("IBV_DEVICE_RC_RNR_NAK_GEN", 12),

    /** Shared receive queues can be resized. */
    SRQ_RESIZE("IBV_DEVICE_SRQ_RESIZE", 13),

    /** Notifies after N completions. */
    N_NOTIFY_CQ("IBV_DEVICE_N_NOTIFY_CQ", 14),

    /** Memory windows, type 1. */
    MEM_WINDOW("IBV_DEVICE_MEM_WINDOW", 17),

    /** IP checksum for UD. */
    UD_IP_CSUM("IBV_DEVICE_UD_IP_CSUM", 18),

    /** Extended reliable connections. */
    XRC("IBV_DEVICE_XRC", 20),

    /** Fast registration, local invalidate, send with invalidate. */
    MEM_MGT_EXTENSIONS("IBV_DEVICE_MEM_MGT_EXTENSIONS", 21),

    /** Memory windows, type 2A. */
    MEM_WINDOW_TYPE_2A("IBV_DEVICE_MEM_WINDOW_TYPE_2A", 23),

    /** Memory windows, type 2B. */
    MEM_WINDOW_TYPE_2B("IBV_DEVICE_MEM_WINDOW_TYPE_2B", 24),

    /** IP checksum for RC. */
    RC_IP_CSUM("IBV_DEVICE_RC_IP_CSUM", 25),

    /** IP checksum for raw packets. */
    RAW_IP_CSUM("IBV_DEVICE_RAW_IP_CSUM", 26),

    /** Flow steering. */
    MANAGED_FLOW_STEERING("IBV_DEVICE_MANAGED_FLOW_STEERING", 29),

    /** Raw queues can scatter the frame check sequence; extended query only. */
    RAW_SCATTER_FCS("IBV_DEVICE_RAW_SCATTER_FCS", 34),

    /** Incoming packets can be padded to a cache line; extended query only. */
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
