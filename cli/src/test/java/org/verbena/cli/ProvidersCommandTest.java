// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import com.grack.nanojson.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.Availability;

class ProvidersCommandTest {
    private final FakeProvider hardware = FakeProvider.hardware();
    private final FakeProvider simulator = FakeProvider.simulator();

    @Test
    void printsTheAvailabilityOfEachProvider() {
        when(hardware.provider.availability()).thenReturn(Availability.unavailable("no card"));

        CliRun run = CliRun.of(FakeProvider.lookup(hardware, simulator), "providers");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualToNormalizingNewlines("""
                        PROVIDER  PRIORITY  NATIVE  AVAILABLE  REASON
                        fake           100  true    false      no card
                        sim           -100  false   true       it is a fake

                        Without --provider: sim
                        """);
    }

    @Test
    void printsTheSameAsJson() {
        JsonObject json = CliRun.of(FakeProvider.lookup(hardware, simulator), "providers", "--json")
                .json();

        assertThat(json).containsEntry("default", "fake");
        assertThat(json.getArray("providers")).hasSize(2);
        assertThat(json.getArray("providers").getObject(0))
                .containsExactly(
                        Map.entry("name", "fake"),
                        Map.entry("priority", 100),
                        Map.entry("native", true),
                        Map.entry("available", true),
                        Map.entry("reason", "it is a fake"));
    }

    @Test
    void saysThatNoProviderIsAvailable() {
        CliRun run = CliRun.of(FakeProvider.lookup(), "providers");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Without --provider: none is available");
        assertThat(CliRun.of(FakeProvider.lookup(), "providers", "--json")
                        .json()
                        .isNull("default"))
                .isTrue();
    }
}
