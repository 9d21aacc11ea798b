package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** Registered memory: {@code struct ibv_mr}. */
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
}
