// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Memory outside the Java heap, zeroed when it is allocated. It is freed when neither this object nor a view of it is
 * reachable.
 */
@ProviderType
public interface DriverMemory {
    /** {@return the address of the first byte, as used in work requests and in C; a multiple of 4096} */
    long address();

    /** {@return the number of bytes, positive} */
    long length();

    /**
     * Returns a view of part of the memory.
     *
     * @param offset the first byte, within the memory
     * @param length the number of bytes, within the memory
     * @return a big-endian buffer
     */
    ByteBuffer view(long offset, int length);
}
