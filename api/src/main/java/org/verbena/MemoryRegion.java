package org.verbena;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Registered memory: {@code struct ibv_mr}. Busy while windows are bound to it; rxe refuses its close with
 * {@link Errno#EINVAL} then.
 */
@ProviderType
public interface MemoryRegion extends VerbsObject {
    /**
     * The protection domain.
     *
     * @return {@code pd}
     */
    ProtectionDomain pd();

    /**
     * The first byte.
     *
     * @return {@code addr}
     */
    long address();

    /**
     * The number of bytes.
     *
     * @return {@code length}, unsigned 64 bits
     */
    long length();

    /**
     * The local key.
     *
     * @return {@code lkey}, 0..4294967295
     */
    long lkey();

    /**
     * The remote key.
     *
     * @return {@code rkey}, 0..4294967295
     */
    long rkey();

    /**
     * What the device and peers may do.
     *
     * @return the flags of the registration
     */
    Flags<AccessFlag> access();

    /**
     * The address that work requests and peers use for the first byte: {@link #address()}, unless another one was asked
     * for or the region is {@link AccessFlag#ZERO_BASED}.
     *
     * @return the I/O virtual address
     */
    long iova();

    /**
     * A part of the memory as a buffer in big-endian order, as buffers begin. It stays usable when the region is closed,
     * since it keeps the memory from being freed.
     *
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes
     * @return the buffer
     * @throws IndexOutOfBoundsException if the part does not lie in the region
     * @throws InvalidRequestException if the region was registered by address: Verbena cannot tell how long that memory
     *     lives
     */
    ByteBuffer view(long offset, int length);

    /**
     * Changes the registration: {@code ibv_rereg_mr(3)}. Keys may change with it. What {@link #pd()}, {@link #address()}
     * and {@link #access()} say changes on success.
     *
     * @param attr what changes
     * @throws InvalidRequestException if nothing changes, the buffer is none that could be registered with these access
     *     flags, or an object is closed or of another device context
     * @throws VerbsException {@link Errno#EOPNOTSUPP} if the driver cannot; after another error the region is as before
     *     or, as C says, no longer of use except for close
     */
    void rereg(MrReregAttr attr);
}
