package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;

/**
 * An object that a driver has allocated. The caller guarantees that no method runs while or after {@link #destroy} does
 * so successfully, and that every other object handed in is alive. A driver object must not refer to the application's
 * objects, not even through a stored request: leaked ones could not be told from used ones.
 */
@ProviderType
public interface DriverObject {
    /**
     * Destroys the object.
     *
     * @throws org.verbena.VerbsException if the driver refuses, with EBUSY while it is in use; the object stays usable
     */
    void destroy();

    /**
     * The device has been unplugged, and answers EIO to {@link #destroy}, as {@code ib_uverbs} does from then on: the
     * object counts as destroyed. What keeps others from being destroyed on its account, this has to undo.
     */
    default void abandon() {}
}
