// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.ReregMrFlag;

/** A memory region. */
@ProviderType
public interface DriverMr extends ReferencedObject {
    /**
     * A change of a registration, for {@code ibv_rereg_mr(3)}.
     *
     * @param flags the kinds of changes
     * @param pd the new protection domain
     * @param part the new memory if it is part of a buffer
     * @param address the address of the new memory if {@code part} is empty
     * @param length the number of bytes if {@code part} is empty, unsigned
     * @param access the new access flags
     */
    record Rereg(
            Flags<ReregMrFlag> flags,
            Optional<DriverPd> pd,
            Optional<BufferPart> part,
            long address,
            long length,
            Optional<Flags<AccessFlag>> access) {
        /** Returns whether the region gets other memory. */
        public boolean moves() {
            return flags.contains(ReregMrFlag.CHANGE_TRANSLATION);
        }
    }

    /** {@return the address of the first byte, {@code addr}} */
    long address();

    /** {@return the number of bytes, {@code length}, unsigned} */
    long length();

    /** {@return the local key, {@code lkey}, 0..4294967295} */
    long lkey();

    /** {@return the remote key, {@code rkey}, 0..4294967295} */
    long rkey();

    /**
     * Changes the registration: {@code ibv_rereg_mr(3)}. Afterwards the other methods return the new values.
     *
     * @param change the changes
     */
    default void rereg(Rereg change) {
        throw Unsupported.verb("ibv_rereg_mr", this);
    }
}
