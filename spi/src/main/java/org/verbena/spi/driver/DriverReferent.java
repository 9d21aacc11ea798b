package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;

/** An object that work requests name by its pointer. */
@ProviderType
public interface DriverReferent extends DriverObject {
    /**
     * What a work request holds for it.
     *
     * @return the number that a {@code struct ibv_send_wr} has in the place of {@code struct ibv_ah *}, {@code struct
     *     ibv_mr *} or {@code struct ibv_mw *}
     */
    long reference();
}
