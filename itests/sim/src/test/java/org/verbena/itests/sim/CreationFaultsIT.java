// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.Device;
import org.verbena.core.model.DriverModels;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.SimObjectKind;
import org.verbena.provider.sim.SimProvider;
import org.verbena.spi.model.DriverModel;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.fixture.Fixture;

/**
 * Checks each configurable creation fault of the simulator at each point of a program that creates an object and its
 * prerequisites. The objects that were created before the fault can be closed, because no failed call references them.
 */
class CreationFaultsIT {
    private static long failed;

    static Iterable<String> profiles() {
        return DriverModels.all().stream().map(DriverModel::name)::iterator;
    }

    @AfterAll
    static void report() throws IOException {
        new ResultLine("faults-sim", "sim", "all").write(failed + " creations failed, nothing was left behind");
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void prerequisitesCloseAfterAFailedCreation(String profile) {
        SimProvider provider = SimProvider.builder().device(profile).build();
        Device device = provider.devices().get(0);
        for (Creation creation : Creation.values()) {
            if (run(device, creation).isEmpty()) {
                for (SimObjectKind kind : SimObjectKind.values()) {
                    failEach(kind, provider.fabric().faults(), device, creation);
                }
            }
        }
    }

    private static void failEach(SimObjectKind kind, SimFaults faults, Device device, Creation creation) {
        int nth = 1;
        faults.failCreate(kind, nth, Errno.ENOMEM);
        for (Optional<Errno> refusal = run(device, creation); refusal.isPresent(); refusal = run(device, creation)) {
            assertThat(refusal).as("%s, %s %d failing", creation, kind, nth).contains(Errno.ENOMEM);
            failed++;
            faults.failCreate(kind, ++nth, Errno.ENOMEM);
        }
        faults.clear();
        assertThat(run(device, creation)).as("%s afterwards", creation).isEmpty();
    }

    /** Returns the errno of a failed creation. A close never fails. */
    private static Optional<Errno> run(Device device, Creation creation) {
        try (Fixture fixture = Fixture.on(device)) {
            return create(fixture, creation);
        }
    }

    private static Optional<Errno> create(Fixture fixture, Creation creation) {
        try {
            creation.prepare(fixture).get().close();
            return Optional.empty();
        } catch (VerbsException e) {
            return Optional.of(e.errno());
        }
    }
}
