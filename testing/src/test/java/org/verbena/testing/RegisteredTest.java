// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.verbena.DeviceContext;
import org.verbena.provider.sim.ClockMode;
import org.verbena.provider.sim.SimProvider;

/** Checks the settings of a registered extension. */
class RegisteredTest {
    @RegisterExtension
    static final VerbsExtension VERBS = VerbsExtension.builder()
            .profile("rxe")
            .devices(3)
            .ports(2)
            .limits("max_pd=5")
            .clock(ClockMode.MANUAL)
            .seed(7)
            .allowLeaks()
            .build();

    @Test
    void theSettingsApply(SimProvider provider, DeviceContext context) {
        assertThat(provider.devices()).hasSize(3);
        assertThat(provider.fabric().clock().mode()).isEqualTo(ClockMode.MANUAL);
        assertThat(context.queryDevice().maxPd()).isEqualTo(5);
        context.allocPd();
    }

    @Test
    @Simulator(profile = "mlx4")
    void anAnnotationReplacesTheSettings(SimProvider provider) {
        assertThat(provider.devices()).singleElement().hasToString("device sim_mlx4_0");
    }
}
