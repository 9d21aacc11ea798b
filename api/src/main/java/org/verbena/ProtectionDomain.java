package org.verbena;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/** A protection domain: {@code struct ibv_pd}. */
@ProviderType
public interface ProtectionDomain extends VerbsObject {
    /**
     * Creates a queue pair: {@code ibv_create_qp(3)}.
     *
     * @param attr the request; fields of the extended call must not be set, but this very domain may be
     * @return the queue pair
     * @throws InvalidRequestException if the request holds foreign or closed objects or extended fields, or lacks a
     *     completion queue that C would crash without
     * @throws VerbsException if the driver refuses, most often {@link Errno#EINVAL} for a capability out of range and
     *     {@link Errno#EOPNOTSUPP} for a type that it does not have
     */
    QueuePair createQp(QpInitAttr attr);

    /**
     * Creates a basic shared receive queue: {@code ibv_create_srq(3)}.
     *
     * @param attr the request; fields of the extended call must not be set, but this very domain may be
     * @return the queue
     * @throws InvalidRequestException if extended fields are set
     * @throws VerbsException {@link Errno#EINVAL} for sizes out of range, {@link Errno#EOPNOTSUPP} if the driver has
     *     none
     */
    SharedReceiveQueue createSrq(SrqInitAttr attr);

    /**
     * Creates an address handle: {@code ibv_create_ah(3)}.
     *
     * @param attr the address
     * @return the handle
     * @throws VerbsException {@link Errno#EINVAL} for a port or source GID that is not there, or for an address on
     *     Ethernet without global route
     */
    AddressHandle createAh(AhAttr attr);

    /**
     * Registers the content of a direct buffer, from its position to its limit: {@code ibv_reg_mr(3)}. The region keeps
     * the buffer from being freed while it is open.
     *
     * @param buffer a direct buffer
     * @param access what the device and peers may do
     * @return the region
     * @throws InvalidRequestException if the buffer is not direct, of an arena that is closed, or read-only and the access
     *     flags let the device write
     * @throws VerbsException {@link Errno#EINVAL} for access flags that do not go together, {@link Errno#ENOMEM} if
     *     there is not enough locked memory ({@code ulimit -l})
     */
    MemoryRegion regMr(ByteBuffer buffer, Flags<AccessFlag> access);

    /**
     * Registers memory by address: {@code ibv_reg_mr(3)}. The caller keeps the memory allocated while the region is
     * open.
     *
     * @param address the first byte
     * @param length number of bytes, unsigned 64 bits: no limit of 2 GiB
     * @param access what the device and peers may do
     * @return the region
     * @throws VerbsException as for a buffer; {@link Errno#EFAULT} for memory that is not mapped
     */
    MemoryRegion regMr(long address, long length, Flags<AccessFlag> access);

    /**
     * Registers a buffer under addresses of the caller's choice: {@code ibv_reg_mr_iova(3)}. Work requests and peers
     * use {@code iova} for its first byte.
     *
     * @param buffer a direct buffer, from its position to its limit
     * @param iova the address of its first byte, with the same offset into a page as in memory
     * @param access what the device and peers may do
     * @return the region
     * @throws InvalidRequestException if the buffer is not direct, of an arena that is closed, or read-only and the access
     *     flags let the device write
     * @throws VerbsException {@link Errno#EINVAL} if the offset into a page differs, else as for {@link #regMr}
     */
    MemoryRegion regMrIova(ByteBuffer buffer, long iova, Flags<AccessFlag> access);

    /**
     * Allocates memory outside the heap, cleared, and registers it. It is freed when the region is closed and no view of
     * it is left.
     *
     * @param length number of bytes, from 1: no limit of 2 GiB
     * @param access what the device and peers may do
     * @return the region
     * @throws InvalidRequestException if the length is not positive
     * @throws VerbsException {@link Errno#ENOMEM} if there is not so much memory, or as for {@link #regMr}
     */
    MemoryRegion allocMr(long length, Flags<AccessFlag> access);

    /**
     * Allocates a memory window: {@code ibv_alloc_mw(3)}.
     *
     * @param type the kind
     * @return the window
     * @throws VerbsException {@link Errno#EOPNOTSUPP} if the driver has none of this kind
     */
    MemoryWindow allocMw(MwType type);
}
