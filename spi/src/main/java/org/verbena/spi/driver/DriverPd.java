package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.AccessFlag;
import org.verbena.AhAttr;
import org.verbena.Flags;
import org.verbena.MwType;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;

/**
 * A protection domain; see {@link org.verbena.ProtectionDomain}. Every method may throw {@link
 * org.verbena.VerbsException}.
 */
@ProviderType
public interface DriverPd extends DriverObject {
    /**
     * {@code ibv_create_qp(3)}.
     *
     * @param attr the request, without extended fields
     * @return the queue pair
     */
    DriverQp createQp(QpInitAttr attr);

    /**
     * {@code ibv_create_srq(3)}.
     *
     * @param attr the request, without extended fields
     * @return the queue
     */
    default DriverSrq createSrq(SrqInitAttr attr) {
        throw Unsupported.verb("ibv_create_srq", this);
    }

    /**
     * {@code ibv_create_ah(3)}.
     *
     * @param attr the address
     * @return the handle
     */
    default DriverAh createAh(AhAttr attr) {
        throw Unsupported.verb("ibv_create_ah", this);
    }

    /**
     * Registers a part of a buffer: {@code ibv_reg_mr(3)}. The driver's object references the part.
     *
     * @param part the part of a direct buffer
     * @param access the access flags
     * @return the region
     */
    DriverMr regMr(BufferPart part, Flags<AccessFlag> access);

    /**
     * {@code ibv_reg_mr(3)} by address.
     *
     * @param address the first byte
     * @param length number of bytes, unsigned
     * @param access the access flags
     * @return the region
     */
    DriverMr regMr(long address, long length, Flags<AccessFlag> access);

    /**
     * Registers a part of a buffer: {@code ibv_reg_mr_iova(3)}. The driver's object references the part.
     *
     * @param part the part of a direct buffer
     * @param iova the address of its first byte
     * @param access the access flags
     * @return the region
     */
    default DriverMr regMrIova(BufferPart part, long iova, Flags<AccessFlag> access) {
        throw Unsupported.verb("ibv_reg_mr_iova", this);
    }

    /**
     * {@code ibv_reg_mr(3)} of memory that the context has allocated. The driver's object refers to the memory.
     *
     * @param memory all of it
     * @param access the access flags
     * @return the region
     */
    default DriverMr regMr(DriverMemory memory, Flags<AccessFlag> access) {
        throw Unsupported.verb("ibv_reg_mr", this);
    }

    /**
     * {@code ibv_alloc_mw(3)}.
     *
     * @param type the kind
     * @return the window
     */
    default DriverMw allocMw(MwType type) {
        throw Unsupported.verb("ibv_alloc_mw", this);
    }
}
