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
    /** {@return the kernel name of the device, for example {@code mlx5_0}} */
    String name();

    /**
     * Returns the GUID of the node.
     *
     * @return the GUID in host byte order
     */
    long guid();

    /** {@return the node type, {@code node_type}} */
    NodeType nodeType();

    /** {@return the transport type, {@code transport_type}} */
    TransportType transportType();

    /**
     * {@return the identity of the isolated network of a simulated device, see {@link org.verbena.Device#fabric()};
     * empty for hardware}
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
