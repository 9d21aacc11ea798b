// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.attr.FlowAttr;
import org.verbena.provider.sim.transport.FlowRule;
import org.verbena.spi.DriverFlow;

/** A flow rule. */
final class SimFlow extends SimObject implements DriverFlow {
    private final FlowRule rule;

    SimFlow(SimKernel kernel, SimQp qp, QpCore core, FlowAttr attr) {
        super(kernel, ObjectType.FLOW, List.of(qp));
        this.rule = new FlowRule(attr, core.transport());
        kernel.engine().run(() -> kernel.nic().steering().add(rule));
    }

    @Override
    void release() {
        kernel().engine().run(() -> kernel().nic().steering().remove(rule));
    }
}
