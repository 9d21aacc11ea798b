package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.MwBind;

/** A memory window. */
@ProviderType
public interface DriverMw extends DriverReferent {
    /**
     * The remote key.
     *
     * @return {@code rkey}, 0..4294967295
     */
    long rkey();

    /**
     * {@code ibv_bind_mw(3)}.
     *
     * @param qp the queue pair
     * @param bind what is bound
     */
    void bind(DriverQp qp, MwBind bind);
}
