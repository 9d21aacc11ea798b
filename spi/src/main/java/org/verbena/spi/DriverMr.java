package org.verbena.spi;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.MrReregAttr;

/** A memory region. */
@ProviderType
public interface DriverMr extends ReferencedObject {
    /**
     * Returns the address of the first byte.
     *
     * @return {@code addr}
     */
    long address();

    /**
     * Returns the number of bytes.
     *
     * @return {@code length}, unsigned
     */
    long length();

    /**
     * Returns the local key.
     *
     * @return {@code lkey}, 0..4294967295
     */
    long lkey();

    /**
     * Returns the remote key.
     *
     * @return {@code rkey}, 0..4294967295
     */
    long rkey();

    /**
     * Changes the registration: {@code ibv_rereg_mr(3)}. Afterwards the other methods return the new values.
     *
     * @param attr the changes
     * @param part the new memory if the change names a buffer; replaces {@link MrReregAttr#buffer}
     */
    default void rereg(MrReregAttr attr, Optional<BufferPart> part) {
        throw Unsupported.verb("ibv_rereg_mr", this);
    }
}
