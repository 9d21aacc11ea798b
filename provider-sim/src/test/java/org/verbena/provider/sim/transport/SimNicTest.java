// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.verbena.core.model.DriverModels;
import org.verbena.provider.sim.wire.InProcessWire;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DataPathTrait;

class SimNicTest {
    @ParameterizedTest
    @EnumSource
    void aDeviceHasTheTraitsOfItsDriverAndNoOthers(DataPathTrait trait) {
        DataPathTrait[] others = Stream.of(DataPathTrait.values())
                .filter(other -> other != trait)
                .toArray(DataPathTrait[]::new);
        DataPath driver =
                DriverModels.find("spec").orElseThrow().dataPath().with(trait).without(others);
        SimNic nic = new SimNic(new Engine(Clock.manual()), driver, new InProcessWire(), 1024, 0, false);

        assertThat(Stream.of(DataPathTrait.values()).filter(nic::has)).containsExactly(trait);
    }
}
