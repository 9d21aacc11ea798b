// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.Device;
import org.verbena.VerbsProvider;
import org.verbena.provider.sim.SimProvider;
import org.verbena.testing.cases.DeviceCase;

/** Checks the system properties that select a device. A simulator replaces the real device. */
class RealDeviceTest {
    @TempDir
    private Path directory;

    @AfterEach
    void reset() {
        System.clearProperty(VerbsExtension.DEVICE_PROPERTY);
        System.clearProperty(VerbsExtension.PROVIDER_PROPERTY);
        DeviceCase.provider = null;
        DeviceCase.seen = null;
    }

    @Test
    void testsRunOnTheSimulatorByDefault() {
        Run run = Run.of(DeviceCase.class, directory);

        assertThat(run.skipped()).isEmpty();
        assertThat(run.failures()).containsOnlyKeys("leaks", "leavesCompletion");
    }

    @Test
    void testsThatNeedTheSimulatorAreSkippedOnADevice() {
        System.setProperty(VerbsExtension.PROVIDER_PROPERTY, "sim");
        System.setProperty(VerbsExtension.DEVICE_PROPERTY, "sim_mlx5_0");
        Run run = Run.of(DeviceCase.class, directory);

        String device = " needs the simulator, and verbena.testing.device selects sim_mlx5_0 of provider sim";
        assertThat(run.skipped())
                .containsEntry("hasFault", "@DropMessage" + device)
                .containsEntry("hasManualClock", "a setting of limits or of a manual clock" + device)
                .containsEntry("takesFaults", "a parameter of type Faults" + device)
                .containsEntry("hasClock", "a parameter of type SimClock" + device)
                .hasSize(4);
        assertThat(run.successes()).containsExactly("exchanges");
    }

    @Test
    void theChecksWorkOnADevice() {
        System.setProperty(VerbsExtension.PROVIDER_PROPERTY, "sim");
        System.setProperty(VerbsExtension.DEVICE_PROPERTY, "sim_mlx5_0");
        Run run = Run.of(DeviceCase.class, directory);

        assertThat(run.failures()).containsOnlyKeys("leaks", "leavesCompletion");
        assertThat(run.failure("leaks"))
                .hasMessageContaining("memory region #2 of device sim_mlx5_0, created at "
                        + "org.verbena.testing.cases.DeviceCase.leaks(DeviceCase.java:");
        assertThat(run.failure("leaks").getMessage().lines()).hasSize(2);
        assertThat(run.failure("leavesCompletion")).hasMessageContaining("server: wr_id 1, SUCCESS");
        assertThat(run.files())
                .as("captures and logs, which only the simulator has")
                .isEmpty();
    }

    @Test
    void theProviderOfTheBuilderHasTheDevice() {
        Device device = new SimProvider().devices().get(0);
        VerbsProvider card = mock(VerbsProvider.class);
        when(card.name()).thenReturn("card");
        when(card.device("mlx5_0")).thenReturn(device);
        System.setProperty(VerbsExtension.DEVICE_PROPERTY, "mlx5_0");
        DeviceCase.provider = card;
        Run run = Run.of(DeviceCase.class, directory);

        assertThat(run.successes()).containsExactly("exchanges");
        assertThat(DeviceCase.seen).isSameAs(card);
    }

    @Test
    void anUnknownDeviceFailsTheTests() {
        System.setProperty(VerbsExtension.PROVIDER_PROPERTY, "sim");
        System.setProperty(VerbsExtension.DEVICE_PROPERTY, "mlx5_7");
        Run run = Run.of(DeviceCase.class, directory);

        assertThat(run.successes()).isEmpty();
        assertThat(run.failure("exchanges")).rootCause().hasMessageContaining("device = mlx5_7, limit [sim_mlx5_0]");
    }
}
