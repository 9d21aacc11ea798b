// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** A protection domain: {@code struct ibv_pd}. */
@ProviderType
public interface ProtectionDomain extends VerbsObject {
    /**
     * Creates a queue pair: {@code ibv_create_qp(3)}.
     *
     * @param attr the request; it must not set fields of the extended call, except {@code pd} with this protection
     *     domain
     * @return the queue pair
     * @throws InvalidRequestException if an object of the request is closed or belongs to another device context, if
     *     extended fields are set, or if a completion queue is missing that C would dereference
     * @throws VerbsException if the driver rejects the request: most often {@link Errno#EINVAL} for a capability out of
     *     range, or {@link Errno#EOPNOTSUPP} for an unsupported queue pair type
     */
    QueuePair createQp(QpInitAttr attr);

    /**
     * Creates a basic shared receive queue: {@code ibv_create_srq(3)}.
     *
     * @param attr the request; it must not set fields of the extended call, except {@code pd} with this protection
     *     domain
     * @return the shared receive queue
     * @throws InvalidRequestException if the request sets extended fields
     * @throws VerbsException if the driver rejects the request: {@link Errno#EINVAL} for sizes out of range,
     *     {@link Errno#EOPNOTSUPP} if the driver does not support shared receive queues
     */
    SharedReceiveQueue createSrq(SrqInitAttr attr);

    /**
     * Creates an address handle: {@code ibv_create_ah(3)}.
     *
     * @param attr the address
     * @return the address handle
     * @throws VerbsException if the driver rejects the request: {@link Errno#EINVAL} for a port or source GID that does
     *     not exist, or for an Ethernet address without a global route
     */
    AddressHandle createAh(AhAttr attr);

    /**
     * Registers the content of a direct buffer, from its position to its limit: {@code ibv_reg_mr(3)}. While the region
     * is open, it prevents the memory of the buffer from being freed.
     *
     * @param buffer a direct buffer
     * @param access the access rights of the device and its peers
     * @return the region
     * @throws InvalidRequestException if the buffer is not direct, if its arena is closed, or if it is read-only and
     *     the access flags let the device write
     * @throws VerbsException if the registration fails: {@link Errno#EINVAL} for an invalid combination of access
     *     flags, {@link Errno#ENOMEM} if not enough memory can be locked ({@code ulimit -l})
     */
    MemoryRegion regMr(ByteBuffer buffer, Flags<AccessFlag> access);

    /**
     * Registers the content of a direct buffer, see {@link #regMr(ByteBuffer, Flags)}.
     *
     * @param buffer a direct buffer
     * @param access the access rights of the device and its peers; without any, the device can only read
     * @return the region
     */
    default MemoryRegion regMr(ByteBuffer buffer, AccessFlag... access) {
        return regMr(buffer, Flags.of(AccessFlag.class, access));
    }

    /**
     * Registers memory by address: {@code ibv_reg_mr(3)}. The caller must keep the memory allocated while the region is
     * open.
     *
     * @param address the address of the first byte
     * @param length the number of bytes, an unsigned 64-bit number; there is no 2 GiB limit
     * @param access the access rights of the device and its peers
     * @return the region
     * @throws VerbsException if the registration fails: as for {@link #regMr(ByteBuffer, Flags)}, and
     *     {@link Errno#EFAULT} for memory that is not mapped
     */
    MemoryRegion regMr(long address, long length, Flags<AccessFlag> access);

    /**
     * Registers a buffer at I/O virtual addresses that the caller chooses: {@code ibv_reg_mr_iova(3)}. Work requests
     * and peers use {@code iova} as the address of its first byte.
     *
     * @param buffer a direct buffer, registered from its position to its limit
     * @param iova the address of the first byte; its offset into the page must be that of the memory
     * @param access the access rights of the device and its peers
     * @return the region
     * @throws InvalidRequestException if the buffer is not direct, if its arena is closed, or if it is read-only and
     *     the access flags let the device write
     * @throws VerbsException if the registration fails: {@link Errno#EINVAL} if the offsets into the page differ,
     *     otherwise as for {@link #regMr(ByteBuffer, Flags)}
     */
    MemoryRegion regMrIova(ByteBuffer buffer, long iova, Flags<AccessFlag> access);

    /**
     * Allocates zeroed off-heap memory and registers it. The memory is freed when the region is closed and no view of
     * it is left.
     *
     * @param length the number of bytes, at least 1; there is no 2 GiB limit
     * @param access the access rights of the device and its peers
     * @return the region
     * @throws InvalidRequestException if the length is not positive
     * @throws VerbsException if the call fails: {@link Errno#ENOMEM} if there is not enough memory, otherwise as for
     *     {@link #regMr(ByteBuffer, Flags)}
     */
    MemoryRegion allocMr(long length, Flags<AccessFlag> access);

    /**
     * Allocates zeroed off-heap memory and registers it, see {@link #allocMr(long, Flags)}.
     *
     * @param length the number of bytes, at least 1
     * @param access the access rights of the device and its peers; without any, the device can only read
     * @return the region
     */
    default MemoryRegion allocMr(long length, AccessFlag... access) {
        return allocMr(length, Flags.of(AccessFlag.class, access));
    }

    /**
     * Allocates a memory window: {@code ibv_alloc_mw(3)}.
     *
     * @param type the type of window
     * @return the window
     * @throws VerbsException if the driver rejects the request: {@link Errno#EOPNOTSUPP} if it does not support windows
     *     of this type
     */
    MemoryWindow allocMw(MwType type);
}
