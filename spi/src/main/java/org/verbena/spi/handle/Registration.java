package org.verbena.spi.handle;

import java.util.Optional;
import java.util.OptionalLong;
import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.MrReregAttr;
import org.verbena.ProtectionDomain;
import org.verbena.ReregMrFlag;
import org.verbena.spi.driver.BufferPart;

/**
 * What a region was registered with, last.
 *
 * @param pd the protection domain
 * @param memory the memory
 * @param chosenIova the address of the first byte, where it was chosen
 * @param access the access flags
 */
record Registration(ProtectionDomain pd, RegionMemory memory, OptionalLong chosenIova, Flags<AccessFlag> access) {
    /** A usual registration: work requests name the memory's own address. */
    static Registration of(ProtectionDomain pd, RegionMemory memory, Flags<AccessFlag> access) {
        return new Registration(pd, memory, OptionalLong.empty(), access);
    }

    long iova(long address) {
        return access.contains(AccessFlag.ZERO_BASED) ? 0 : chosenIova.orElse(address);
    }

    /** Whether Java must not write to the memory, as far as is known. */
    boolean isReadOnly(MrHandle region) {
        return memory.isReadOnly(region);
    }

    Registration changed(MrReregAttr attr, Optional<BufferPart> part) {
        boolean moved = attr.flags().contains(ReregMrFlag.CHANGE_TRANSLATION);
        return new Registration(
                attr.pd().orElse(pd),
                moved ? part.map(BufferPart::content).map(RegionMemory::of).orElse(RegionMemory.UNKNOWN) : memory,
                moved ? OptionalLong.empty() : chosenIova,
                attr.access().orElse(access));
    }
}
