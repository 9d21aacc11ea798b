// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.Optional;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.NodeType;
import org.verbena.attr.TransportType;

/** A device. */
@ProviderType
public interface DriverDevice {
    /**
     * Returns the kernel name of the device.
     *
     * @return the name, for example {@code mlx5_0}
     */
    String name();

    /**
     * Returns the GUID of the node.
     *
     * @return the GUID in host byte order
     */
    long guid();

    /**
     * Returns the node type.
     *
     * @return {@code node_type}
     */
    NodeType nodeType();

    /**
     * Returns the transport type.
     *
     * @return {@code transport_type}
     */
    TransportType transportType();

    /**
     * Returns the identity of the isolated network of a simulated device.
     *
     * @return the identity, see {@link org.verbena.Device#fabric()}; empty for hardware
     */
    default Optional<UUID> fabric() {
        return Optional.empty();
    }

    /**
     * Opens the device: {@code ibv_open_device(3)}.
     *
     * @return the context
     * @throws org.verbena.error.VerbsException if the device cannot be opened
     */
    DriverContext open();
}
