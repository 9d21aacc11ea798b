// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.Availability;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * Connection management on the devices of one provider. It has one
 * device context for each device that its identifiers use: those that the application has passed, and contexts that it
 * opens itself.
 */
@ProviderType
public interface ConnectionManager extends AutoCloseable {
    /**
     * Opens connection management on the devices of a provider. The caller closes it.
     *
     * @param provider the provider
     * @param contexts contexts of the application that identifiers on their devices use; the manager opens a context
     *     for every other device
     * @return the manager
     * @throws InvalidRequestException if a context is closed, or two contexts have the same device:
     *     {@link Errno#EINVAL}
     * @throws VerbsException if connection management is not available: {@link Errno#ENOSYS} with the reason of
     *     {@link #availability}
     */
    static ConnectionManager open(VerbsProvider provider, DeviceContext... contexts) {
        if (provider instanceof CmProvider cm) {
            return cm.openConnectionManager(contexts);
        }
        throw new VerbsException(
                "rdma_create_event_channel",
                Errno.ENOSYS,
                "provider " + provider.name(),
                Diagnosis.of(new Violation(
                        "provider",
                        provider.name(),
                        "a provider with connection management",
                        availability(provider).reason(),
                        "ConnectionManager.availability")));
    }

    /**
     * Returns whether connection management can currently be used on this machine. The first call may load native
     * libraries. This method never throws.
     *
     * @param provider the provider
     * @return the availability with its reason
     */
    static Availability availability(VerbsProvider provider) {
        return provider instanceof CmProvider cm
                ? cm.connectionManagement()
                : Availability.unavailable("provider " + provider.name() + " has no connection management");
    }

    /**
     * Creates an event channel: {@code rdma_create_event_channel(3)}.
     *
     * @return the channel
     * @throws ClosedHandleException if this manager is closed
     * @throws VerbsException if the channel cannot be created: {@link Errno#ENODEV} without an RDMA
     *     device, {@link Errno#EMFILE} if the process has too many open files
     */
    EventChannel createEventChannel();

    /** {@return whether this manager is closed; true after {@link #close}} */
    boolean isClosed();

    /**
     * Closes all channels with their identifiers, and then the device contexts that this manager has opened, with all
     * their objects. Closing a closed manager has no effect.
     *
     * @throws VerbsException if a device context cannot be closed
     */
    @Override
    void close();
}
