package org.verbena.libibverbs;

import org.osgi.annotation.versioning.ProviderType;

/** Memory for the arguments of a call. For use by one thread. */
@ProviderType
public interface NativeScratch extends AutoCloseable {
    /**
     * Allocates memory that lives until {@link #close}.
     *
     * @param size number of bytes, at least 1
     * @return the address of zero bytes, aligned to 8
     */
    long allocate(long size);

    @Override
    void close();
}
