package org.verbena.spi.handle;

import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.Flags;
import org.verbena.WcFlag;
import org.verbena.spi.driver.DriverCq;

/** An extended completion queue. */
final class CqExHandle extends CqHandle implements CompletionQueueEx {
    CqExHandle(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        super(owner, resource, driver, attr);
    }

    @Override
    public Flags<WcFlag> wcFlags() {
        return initAttr().wcFlags();
    }
}
