package org.verbena.libibverbs.call;

import org.osgi.annotation.versioning.ProviderType;

/** An allocator for the arguments of a call. Not thread-safe. */
@ProviderType
public interface NativeScratch extends AutoCloseable {
    /**
     * Allocates memory that {@link #close} frees.
     *
     * @param size the number of bytes, at least 1
     * @return the address of zeroed memory, aligned to 8 bytes
     */
    long allocate(long size);

    @Override
    void close();
}
