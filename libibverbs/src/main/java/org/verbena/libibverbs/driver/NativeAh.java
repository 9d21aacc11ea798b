// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.spi.DriverAh;

/** An address handle: {@code struct ibv_ah}. */
final class NativeAh extends NativeObject implements DriverAh {
    NativeAh(NativeContext context, long pointer) {
        super(context, pointer, Verb.DESTROY_AH, "address handle");
    }

    @Override
    public long reference() {
        return pointer();
    }
}
