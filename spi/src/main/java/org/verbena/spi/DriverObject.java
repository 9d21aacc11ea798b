// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;

/**
 * An object that a driver has allocated. The caller guarantees that no method runs during or after a successful
 * {@link #destroy}. It also guarantees that every other object passed as an argument is alive. A driver object must not
 * refer to application objects, not even through a stored request. Otherwise a leaked application object stays
 * reachable and cannot be detected.
 */
@ProviderType
public interface DriverObject {
    /**
     * Destroys the object.
     *
     * @throws org.verbena.error.VerbsException if the driver rejects the request, with EBUSY while the object is in
     *     use; the object stays usable
     */
    void destroy();

    /**
     * Gives up an object that {@link #destroy} cannot destroy; the object counts as destroyed. The caller calls this if
     * the device was unplugged, since {@code ib_uverbs} then fails every destroy with EIO. It also calls this if the
     * driver repeatedly rejects the destroy while the context closes. The implementation must release every reference
     * that would prevent the destruction of other objects. By default, this method does nothing.
     */
    default void abandon() {}
}
