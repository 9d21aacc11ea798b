package org.verbena.spi.driver;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/** Memory outside the heap, cleared when it was allocated. It is freed when neither this nor a view of it is left. */
@ProviderType
public interface DriverMemory {
    /**
     * The first byte, as work requests and C name it.
     *
     * @return the address, a multiple of 4096
     */
    long address();

    /**
     * The number of bytes.
     *
     * @return the length, positive
     */
    long length();

    /**
     * A part of it.
     *
     * @param offset the first byte, within the memory
     * @param length number of bytes, within the memory
     * @return a buffer in big-endian order
     */
    ByteBuffer view(long offset, int length);
}
