// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.Availability;
import org.verbena.ProviderLookup;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/** Checks the selection of the provider and device of a command. */
class ChoiceTest {
    private final FakeProvider hardware = FakeProvider.hardware();
    private final FakeProvider simulator = FakeProvider.simulator();

    @AfterEach
    void clearProperty() {
        System.clearProperty(ProviderLookup.PROVIDER_PROPERTY);
    }

    private CliRun run(String... args) {
        return CliRun.of(FakeProvider.lookup(hardware, simulator), args);
    }

    @Test
    void takesTheAvailableProviderOfTheHighestPriority() {
        assertThat(run("create-qp", "--json").json()).containsEntry("provider", "fake");

        when(hardware.provider.availability()).thenReturn(Availability.unavailable("no card"));
        assertThat(run("create-qp", "--json").json()).containsEntry("provider", "sim");
    }

    @Test
    void takesTheProviderOfTheProperty() {
        System.setProperty(ProviderLookup.PROVIDER_PROPERTY, "sim");

        assertThat(run("create-qp", "--json").json()).containsEntry("provider", "sim");
        assertThat(run("create-qp", "--provider", "fake", "--json").json()).containsEntry("provider", "fake");
    }

    @Test
    void neverReplacesANamedProvider() {
        when(hardware.provider.availability()).thenReturn(Availability.unavailable("no card"));

        CliRun run = run("create-qp", "--provider", "fake");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("Provider \"fake\" cannot be used").contains("fake: unavailable: no card");
    }

    @Test
    void reportsAnUnknownProviderAsJson() {
        CliRun run = run("create-qp", "--provider", "other", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json().keySet()).containsExactly("provider", "device", "op", "requested", "error");
        assertThat(run.json().isNull("provider")).isTrue();
        assertThat(run.json().getObject("error").getString("message"))
                .contains("Provider \"other\" cannot be used")
                .contains("sim: available");
    }

    @Test
    void takesTheSimulatorForAProfile() {
        assertThat(run("create-qp", "--profile", "mlx5", "--json").json()).containsEntry("provider", "sim");
        verify(simulator.provider).configure(Map.of("profile", "mlx5"));
    }

    @Test
    void refusesAProfileOfRealDevices() {
        CliRun run = run("create-qp", "--provider", "fake", "--profile", "mlx5");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("--profile applies only to the simulator")
                .contains("provider fake");
        verify(hardware.provider, never()).configure(any());
    }

    @Test
    void refusesAProfileWhereThePropertyNamesRealDevices() {
        System.setProperty(ProviderLookup.PROVIDER_PROPERTY, "fake");

        assertThat(run("devices", "--profile", "mlx5").exitCode()).isEqualTo(2);
    }

    @Test
    void refusesAProfileThatTheSimulatorDoesNotHave() {
        when(simulator.provider.configure(any()))
                .thenThrow(new InvalidRequestException(
                        "configure",
                        Errno.EINVAL,
                        "provider sim",
                        new Violation("profile", "mlx9", "[mlx5, rxe]", "it must be a driver model", "simulator")));

        CliRun run = run("devices", "--profile", "mlx9");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("profile = mlx9, limit [mlx5, rxe]");
    }

    @Test
    void takesTheNamedDevice() {
        assertThat(run("create-qp", "--device", "fake0", "--json").json()).containsEntry("device", "fake0");
    }

    @Test
    void listsTheDevicesIfTheNamedDeviceIsMissing() {
        for (String[] args :
                List.of(new String[] {"create-qp", "--device", "mlx5_9"}, new String[] {"info", "mlx5_9"})) {
            CliRun run = run(args);

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("device = mlx5_9, limit [fake0]");
        }
    }

    @Test
    void saysThatTheProviderHasNoDevice() {
        when(hardware.provider.devices()).thenReturn(List.of());

        CliRun run = run("create-wq", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json()).containsEntry("provider", "fake");
        assertThat(run.json().getObject("error"))
                .containsEntry("errno", "ENODEV")
                .containsEntry("verb", "ibv_get_device_list");
    }
}
