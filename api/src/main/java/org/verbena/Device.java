// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Optional;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.NodeType;
import org.verbena.attr.TransportType;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** An RDMA device of a provider: {@code struct ibv_device}. */
@ProviderType
public interface Device {
    /** {@return the name of the device in the kernel: {@code ibv_get_device_name(3)}, for example {@code mlx5_0}} */
    String name();

    /**
     * Returns the GUID of the node: {@code ibv_get_device_guid(3)}.
     *
     * @return the GUID in host order
     */
    long guid();

    /** {@return the type of the node, {@code node_type}} */
    NodeType nodeType();

    /** {@return the transport of the device, {@code transport_type}} */
    TransportType transportType();

    /**
     * Returns the identity of the isolated network that the device belongs to. Simulated devices can reach each other
     * only if their identities are equal.
     *
     * @return the identity, empty for hardware
     */
    default Optional<UUID> fabric() {
        return Optional.empty();
    }

    /**
     * Opens the device: {@code ibv_open_device(3)}. A device may be opened many times. Objects of different contexts
     * cannot be used together.
     *
     * @return the context
     * @throws VerbsException if the device cannot be opened, for example {@link Errno#EACCES} or {@link Errno#ENODEV}
     * @throws ClosedHandleException if the provider of this device has ended, for example because its OSGi bundle was
     *     stopped; only devices of the new provider can be opened
     */
    DeviceContext open();
}
