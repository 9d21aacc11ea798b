package org.verbena;

import java.util.Optional;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;

/** An RDMA device of a provider: {@code struct ibv_device}. */
@ProviderType
public interface Device {
    /**
     * The kernel's name of the device: {@code ibv_get_device_name(3)}.
     *
     * @return for example {@code mlx5_0}
     */
    String name();

    /**
     * The GUID of the node: {@code ibv_get_device_guid(3)}.
     *
     * @return the GUID in host order
     */
    long guid();

    /**
     * The kind of node.
     *
     * @return {@code node_type}
     */
    NodeType nodeType();

    /**
     * The transport.
     *
     * @return {@code transport_type}
     */
    TransportType transportType();

    /**
     * Returns the identity of the isolated network that the device belongs to. Devices of a simulator reach each other
     * only if their identities are equal.
     *
     * @return the identity; empty for hardware
     */
    default Optional<UUID> fabric() {
        return Optional.empty();
    }

    /**
     * Opens the device: {@code ibv_open_device(3)}. A device may be opened many times; objects of different contexts do
     * not mix.
     *
     * @return the context
     * @throws VerbsException if the device cannot be opened, for example {@link Errno#EACCES}, {@link Errno#ENODEV}
     * @throws ClosedHandleException if its provider has ended, for example because its bundle was stopped: only a device
     *     of the new provider opens
     */
    DeviceContext open();
}
