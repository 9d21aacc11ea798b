// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * An object that a driver has allocated. Every method may be called from any thread.
 *
 * <p>If the object or its device context is closed, methods that need the driver throw {@link ClosedHandleException}.
 * Values of the request, such as the context, the protection domain and the requested capabilities, remain readable.
 *
 * <p>If an object becomes unreachable before it is closed, the logger {@code org.verbena.leaks} logs the place of its
 * creation. The object stays allocated until its device context is closed.
 */
@ProviderType
public interface VerbsObject extends AutoCloseable {
    /** {@return the device context that this object belongs to, also after close} */
    DeviceContext context();

    /** {@return whether the object is closed; true after this object or its context was closed successfully} */
    boolean isClosed();

    /**
     * Destroys the object. Closing a closed object has no effect. If the device was removed ({@link Errno#EIO}), the
     * object counts as closed.
     *
     * @throws VerbsException if the object cannot be destroyed: {@link Errno#EBUSY} while another object uses this one,
     *     which then stays usable
     */
    @Override
    void close();
}
