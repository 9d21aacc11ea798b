package org.verbena.spi.handle;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.AccessFlag;
import org.verbena.Flags;
import org.verbena.MemoryRegion;
import org.verbena.spi.driver.DriverMemory;

/** A protection domain, as a provider sees it that has kinds of memory of its own. */
@ProviderType
public interface MemoryRegistrar {
    /**
     * {@code ibv_reg_mr(3)}. The region keeps the memory reachable while it is open, and views are those of the memory.
     *
     * @param memory memory that the device finds at its address
     * @param access what the device and peers may do
     * @return the region
     */
    MemoryRegion regMr(DriverMemory memory, Flags<AccessFlag> access);
}
