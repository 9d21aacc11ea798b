// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.spi.DriverXrcd;

/** An XRC domain: {@code struct ibv_xrcd}. */
final class NativeXrcd extends NativeObject implements DriverXrcd {
    NativeXrcd(NativeContext context, long pointer) {
        super(context, pointer, Verb.CLOSE_XRCD, "XRC domain");
    }
}
