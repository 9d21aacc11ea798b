// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.AhAttr;

/** An address handle, the resolved address of a datagram destination: {@code struct ibv_ah}. */
@ProviderType
public interface AddressHandle extends VerbsObject {
    /** {@return the protection domain, {@code pd}} */
    ProtectionDomain pd();

    /**
     * Returns the address.
     *
     * @return the attributes that the handle was created with
     */
    AhAttr attr();
}
