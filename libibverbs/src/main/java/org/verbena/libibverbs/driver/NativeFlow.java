// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.spi.DriverFlow;

/** A flow rule: {@code struct ibv_flow}. */
final class NativeFlow extends NativeObject implements DriverFlow {
    NativeFlow(NativeContext context, long pointer) {
        super(context, pointer, Verb.DESTROY_FLOW, "flow rule");
    }
}
