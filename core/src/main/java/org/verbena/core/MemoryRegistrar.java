// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.MemoryRegion;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.spi.DriverMemory;

/** A protection domain, as seen by a provider that has dedicated kinds of memory. */
@ProviderType
public interface MemoryRegistrar {
    /**
     * Registers memory: {@code ibv_reg_mr(3)}. The region keeps the memory reachable while it is open. Views of the
     * region are views of the memory.
     *
     * @param memory the memory, accessible to the device at its address
     * @param access the permitted access of the device and of peers
     * @return the region
     */
    MemoryRegion regMr(DriverMemory memory, Flags<AccessFlag> access);
}
