// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.cm;

import org.osgi.annotation.versioning.ProviderType;

/** Connection management of a provider. Thread-safe. */
@ProviderType
public interface DriverCm {
    /**
     * Creates an event channel: {@code rdma_create_event_channel(3)}.
     *
     * @return the channel
     * @throws org.verbena.error.VerbsException if the channel cannot be created
     */
    DriverCmChannel createChannel();
}
