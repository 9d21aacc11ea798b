// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.OptionalLong;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverMr;

/**
 * The last registration of a region.
 *
 * @param pd the protection domain
 * @param memory the memory
 * @param chosenIova the iova of the first byte, empty unless the application chose it
 * @param access the access flags
 */
record Registration(ProtectionDomain pd, RegionMemory memory, OptionalLong chosenIova, Flags<AccessFlag> access) {
    /** Creates a usual registration: work requests use the address of the memory. */
    static Registration of(ProtectionDomain pd, RegionMemory memory, Flags<AccessFlag> access) {
        return new Registration(pd, memory, OptionalLong.empty(), access);
    }

    long iova(long address) {
        return access.contains(AccessFlag.ZERO_BASED) ? 0 : chosenIova.orElse(address);
    }

    /** Returns whether the memory is known to be read-only in Java. */
    boolean isReadOnly(MrHandle region) {
        return memory.isReadOnly(region);
    }

    Registration changed(ProtectionDomain domain, DriverMr.Rereg change) {
        Flags<AccessFlag> flags = change.access().orElse(access);
        if (!change.moves()) {
            return new Registration(domain, memory, chosenIova, flags);
        }
        RegionMemory next =
                change.part().map(BufferPart::content).map(RegionMemory::of).orElse(RegionMemory.UNKNOWN);
        return new Registration(domain, next, OptionalLong.empty(), flags);
    }
}
