// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import org.verbena.DeviceContext;

/** Creates fabrics whose time the test controls. */
final class Fabrics {
    private Fabrics() {}

    static SimProvider of(ClockMode mode, String... profiles) {
        SimProvider.Builder builder = SimProvider.builder().clock(mode);
        for (String profile : profiles) {
            builder.device(profile);
        }
        return builder.build();
    }

    static DeviceContext open(SimProvider provider, int device) {
        return provider.devices().get(device).open();
    }
}
