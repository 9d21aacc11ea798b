// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;

/**
 * A protection domain; see {@link org.verbena.ProtectionDomain}. Each method may throw
 * {@link org.verbena.error.VerbsException}.
 */
@ProviderType
public interface DriverPd extends DriverObject {
    /**
     * Creates a queue pair: {@code ibv_create_qp(3)}.
     *
     * @param init the request, without extended fields, and this protection domain
     * @return the queue pair
     */
    DriverQp createQp(DriverQp.Init init);

    /**
     * Creates a shared receive queue: {@code ibv_create_srq(3)}.
     *
     * @param init the request, without extended fields, and this protection domain
     * @return the shared receive queue
     */
    default DriverSrq createSrq(DriverSrq.Init init) {
        throw Unsupported.verb("ibv_create_srq", this);
    }

    /**
     * Creates an address handle: {@code ibv_create_ah(3)}.
     *
     * @param attr the address
     * @return the address handle
     */
    default DriverAh createAh(AhAttr attr) {
        throw Unsupported.verb("ibv_create_ah", this);
    }

    /**
     * Registers part of a buffer: {@code ibv_reg_mr(3)}. The returned object references the part.
     *
     * @param part the part of a direct buffer
     * @param access the access flags
     * @return the region
     */
    DriverMr regMr(BufferPart part, Flags<AccessFlag> access);

    /**
     * Registers memory by address: {@code ibv_reg_mr(3)}.
     *
     * @param address the address of the first byte
     * @param length the number of bytes, unsigned
     * @param access the access flags
     * @return the region
     */
    DriverMr regMr(long address, long length, Flags<AccessFlag> access);

    /**
     * Registers part of a buffer: {@code ibv_reg_mr_iova(3)}. The returned object references the part.
     *
     * @param part the part of a direct buffer
     * @param iova the I/O virtual address of its first byte
     * @param access the access flags
     * @return the region
     */
    default DriverMr regMrIova(BufferPart part, long iova, Flags<AccessFlag> access) {
        throw Unsupported.verb("ibv_reg_mr_iova", this);
    }

    /**
     * Registers memory that the context has allocated: {@code ibv_reg_mr(3)}. The returned object references the
     * memory.
     *
     * @param memory the memory, registered as a whole
     * @param access the access flags
     * @return the region
     */
    default DriverMr regMr(DriverMemory memory, Flags<AccessFlag> access) {
        throw Unsupported.verb("ibv_reg_mr", this);
    }

    /**
     * Allocates a memory window: {@code ibv_alloc_mw(3)}.
     *
     * @param type the window type
     * @return the window
     */
    default DriverMw allocMw(MwType type) {
        throw Unsupported.verb("ibv_alloc_mw", this);
    }
}
