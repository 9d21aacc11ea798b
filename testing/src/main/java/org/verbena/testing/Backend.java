// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.verbena.Device;
import org.verbena.VerbsProvider;
import org.verbena.core.observe.EventLog;
import org.verbena.provider.sim.SimDeviceConfig;
import org.verbena.provider.sim.SimProvider;

/**
 * The provider of one test.
 *
 * @param provider the provider
 * @param device the only device to use; empty for all
 * @param sim the simulator with its records; empty for a real device
 */
record Backend(VerbsProvider provider, Optional<Device> device, Optional<Simulated> sim) {
    private static final int LOGGED_EVENTS = 10_000;

    /**
     * The simulator of one test.
     *
     * @param provider the simulator
     * @param faults its faults
     * @param log the events of its handles
     * @param capture the file with its messages, in a temporary directory
     */
    record Simulated(SimProvider provider, Faults faults, EventLog log, Path capture) {
        void deleteCapture() throws IOException {
            Files.deleteIfExists(capture);
            Files.deleteIfExists(capture.getParent());
        }
    }

    static Backend real(RealDevice real) {
        return new Backend(real.provider(), Optional.of(real.device()), Optional.empty());
    }

    static Backend simulated(Settings settings) throws IOException {
        SimDeviceConfig config =
                SimDeviceConfig.of(settings.profile()).ports(settings.ports()).limits(settings.limits());
        EventLog log = new EventLog(LOGGED_EVENTS);
        Path capture = Files.createTempDirectory("verbena-testing").resolve("capture.pcap");
        SimProvider.Builder builder = SimProvider.builder()
                .clock(settings.clock())
                .seed(settings.seed())
                .eventLog(log);
        for (int i = 0; i < settings.devices(); i++) {
            builder.device(config.pcap(capture));
        }
        SimProvider provider = builder.build();
        Simulated sim = new Simulated(provider, new Faults(provider), log, capture);
        return new Backend(provider, Optional.empty(), Optional.of(sim));
    }

    /** Returns the device of the n-th context of a test, from 0. */
    Device device(int position) {
        return device.orElseGet(() -> {
            int devices = provider.devices().size();
            return provider.devices().get(position % devices);
        });
    }
}
