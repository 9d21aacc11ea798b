// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.attr.MwType;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverMw;

/** A memory window. */
final class MwHandle extends ReferencedHandle implements MemoryWindow {
    private static final String BIND = "ibv_bind_mw";

    /** The bits of a key that a bind chooses. */
    private static final long KEY_BITS = 0xFF;

    private final PdHandle pd;
    private final MwType type;
    private final DriverMw driver;

    MwHandle(PdHandle pd, Resource resource, DriverMw driver, MwType type) {
        super(pd.owner(), resource, driver);
        this.pd = pd;
        this.type = type;
        this.driver = driver;
    }

    @Override
    public ProtectionDomain pd() {
        return pd;
    }

    @Override
    public MwType type() {
        return type;
    }

    @Override
    public long rkey() {
        return call("ibv_alloc_mw", driver::rkey);
    }

    /** Records the key of a posted bind of type 2, unless the window is being closed. The caller is inside the gate. */
    void bound(long newKey) {
        if (isUsable()) {
            driver.bound((driver.rkey() & ~KEY_BITS) | (newKey & KEY_BITS));
        }
    }

    @Override
    public void bind(QueuePair qp, MwBind bind) {
        run(BIND, () -> {
            QpHandle poster = MwChecks.bind(BIND, this, qp, bind);
            poster.rules().requireBinding(BIND, poster);
            try {
                poster.whileSending(BIND, () -> driver.bind(poster.driverQp(), DriverRequests.bind(bind)));
            } catch (VerbsException e) {
                throw PostExceptions.bind(e, this, poster, bind);
            }
        });
    }
}
