// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * A memory region, which is memory registered with a device: {@code struct ibv_mr}. Closing it fails with
 * {@link Errno#EBUSY} while memory windows are bound to it (rxe: {@link Errno#EINVAL}).
 */
@ProviderType
public interface MemoryRegion extends VerbsObject {
    /** {@return the protection domain, {@code pd}} */
    ProtectionDomain pd();

    /** {@return the address of the first byte, {@code addr}} */
    long address();

    /** {@return the number of bytes, {@code length}, unsigned 64 bits} */
    long length();

    /** {@return the local key, {@code lkey}, 0..4294967295} */
    long lkey();

    /** {@return the remote key, {@code rkey}, 0..4294967295} */
    long rkey();

    /**
     * Returns the access flags of the device and peers.
     *
     * @return the flags of the registration
     */
    Flags<AccessFlag> access();

    /**
     * Returns the address of the first byte for work requests and peers. It is {@link #address()}, unless another one
     * was requested or the region is {@link AccessFlag#ZERO_BASED}.
     *
     * @return the I/O virtual address
     */
    long iova();

    /**
     * Returns a part of the memory as a buffer in big-endian order, the initial order of any {@link ByteBuffer}. The
     * buffer remains usable after the region is closed, because it keeps the memory from being freed.
     *
     * @param offset the offset of the first byte from the start of the region
     * @param length the number of bytes
     * @return the buffer
     * @throws IndexOutOfBoundsException if the part exceeds the region
     * @throws InvalidRequestException if the region was registered by address, because Verbena does not know the
     *     lifetime of that memory
     */
    ByteBuffer view(long offset, int length);

    /**
     * Changes the registration: {@code ibv_rereg_mr(3)}. The keys may change. On success {@link #pd()},
     * {@link #address()} and {@link #access()} return the new values.
     *
     * @param attr the changes
     * @throws InvalidRequestException if nothing changes, if the buffer cannot be registered with these access flags,
     *     or if an object is closed or belongs to another device context
     * @throws VerbsException if the change fails: {@link Errno#EOPNOTSUPP} if the driver does not support it; after any
     *     other error the region is either unchanged or, as C specifies, usable only for close
     */
    void rereg(MrReregAttr attr);
}
