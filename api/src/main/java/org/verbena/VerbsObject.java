package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/**
 * An object that a driver has allocated for us. Every method may be called from any thread; after close, or after the
 * device context was closed, each throws {@link ClosedHandleException}. An object that becomes unreachable without having
 * been closed is logged with the place of its creation; it stays allocated until its device context is closed.
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
