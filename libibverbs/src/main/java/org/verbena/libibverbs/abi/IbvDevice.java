package org.verbena.libibverbs.abi;

/**
 * A device, as listed by {@code ibv_get_device_list(3)}.
 *
 * <pre>{@code
 * struct ibv_device {
 *     struct _ibv_device_ops _ops;
 *     enum ibv_node_type node_type;
 *     enum ibv_transport_type transport_type;
 *     char name[IBV_SYSFS_NAME_MAX];
 *     char dev_name[IBV_SYSFS_NAME_MAX];
 *     char dev_path[IBV_SYSFS_PATH_MAX];
 *     char ibdev_path[IBV_SYSFS_PATH_MAX];
 * };
 * }</pre>
 */
public final class IbvDevice {
    public static final CField NODE_TYPE = CField.s32(16);
    public static final CField TRANSPORT_TYPE = CField.s32(20);
    public static final CField NAME = CField.block(24, 64);

    private IbvDevice() {}
}
