// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.spi.DriverXrcd;

/** A handle of an XRC domain. */
final class SimXrcd extends SimObject implements DriverXrcd {
    private final XrcDomainCore domain;

    SimXrcd(SimKernel kernel, XrcDomainCore domain) {
        super(kernel, ObjectType.XRCD, List.of());
        this.domain = domain;
    }

    XrcDomainCore domain() {
        return domain;
    }

    @Override
    void release() {
        kernel().xrcDomains().close(domain);
    }
}
