// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import org.verbena.DeviceContext;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.PortAttr;

/** The reported limits of a device, near which values are drawn. */
record Bounds(DeviceAttr device, PortAttr port, int numCompVectors) {
    static Bounds of(DeviceContext context) {
        return new Bounds(context.queryDevice(), context.queryPort(1), context.numCompVectors());
    }
}
