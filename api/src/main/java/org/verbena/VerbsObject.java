package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/**
 * An object that a driver has allocated for us. Every method may be called from any thread. After close, or after the
 * device context was closed, every method that the driver answers throws {@link ClosedHandleException}; what belongs to
 * the request (context, protection domain, requested capabilities ...) can still be read. An object that becomes
 * unreachable without having been closed is logged with the place of its creation, to the logger {@code
 * org.verbena.leaks}; it stays allocated until its device context is closed.
 */
@ProviderType
public interface VerbsObject extends AutoCloseable {
    /**
     * The device context that this object belongs to.
     *
     * @return the context; available after close also
     */
    DeviceContext context();

    /**
     * Whether the object has been closed.
     *
     * @return true after a successful close of it or of its context
     */
    boolean isClosed();

    /**
     * Destroys the object. Closing a closed object does nothing.
     *
     * @throws VerbsException {@link Errno#EBUSY} while another object uses this one, which stays usable then. A device
     *     that is gone ({@link Errno#EIO}) counts as closed.
     */
    @Override
    void close();
}
