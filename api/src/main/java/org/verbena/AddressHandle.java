package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** A resolved address of unreliable datagrams: {@code struct ibv_ah}. */
@ProviderType
public interface AddressHandle extends VerbsObject {
    /**
     * The protection domain.
     *
     * @return {@code pd}
     */
    ProtectionDomain pd();

    /**
     * The address.
     *
     * @return the request that it was created from
     */
    AhAttr attr();
}
