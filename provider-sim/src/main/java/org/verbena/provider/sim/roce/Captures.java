// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.transport.Clock;
import org.verbena.provider.sim.wire.Receiver;
import org.verbena.provider.sim.wire.Wire;

/** The captures of the devices of a simulator. Devices with the same file share a capture. */
public final class Captures implements AutoCloseable {
    private final Map<Path, Capture> byFile = new HashMap<>();
    private final Map<String, Capture> byDevice = new HashMap<>();

    /** Creates an instance without captures. */
    public Captures() {}

    /**
     * Captures the messages of a device.
     *
     * @param device the name of the device
     * @param file the file, whose contents are replaced
     * @param clock the clock of the frames
     * @throws IOException if the file cannot be written
     */
    public void open(String device, Path file, Clock clock) throws IOException {
        Path key = file.toAbsolutePath().normalize();
        Capture capture = byFile.get(key);
        if (capture == null) {
            capture = new Capture(file, clock);
            byFile.put(key, capture);
        }
        byDevice.put(device, capture);
    }

    /**
     * Returns the wire that a device uses. The captures must be open.
     *
     * @param device the name of the device
     * @param wire the wire of the simulator
     * @return the same wire if the simulator has no captures
     */
    public Wire wire(String device, Wire wire) {
        return byFile.isEmpty() ? wire : new CapturedWire(wire, byDevice.get(device));
    }

    /**
     * Returns the receiver of the ports of a device.
     *
     * @param device the name of the device
     * @param receiver the receiver of its messages
     * @return the same receiver if the device has no capture
     */
    public Receiver receiver(String device, Receiver receiver) {
        @Nullable Capture capture = byDevice.get(device);
        return capture == null ? receiver : new CapturedWire.CapturedReceiver(receiver, capture);
    }

    /** Closes the files. */
    @Override
    public void close() {
        byFile.values().forEach(Capture::close);
    }
}
