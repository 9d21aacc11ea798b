// SPDX-License-Identifier: Apache-2.0
package org.verbena.micrometer;

import io.micrometer.core.instrument.Clock;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.verbena.core.observe.DeviceCounters;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;
import org.verbena.error.VerbsException;

/**
 * The handles and the port counters of a device. The meters of a device are read together, so a second's reads share
 * one look at the device. Thread-safe.
 */
final class DeviceView {
    private static final long LIFETIME = TimeUnit.SECONDS.toNanos(1);

    /** The maximum number of ports of a device: C has 8 bits for the number of a port. */
    private static final int MAX_PORTS = 255;

    private final DeviceCounters device;
    private final Clock clock;
    private boolean taken;
    private long takenAt;
    private Map<String, Long> byKind = Map.of();
    private long leaked;
    private Map<Integer, Map<String, Long>> ports = Map.of();

    DeviceView(DeviceCounters device, Clock clock) {
        this.device = device;
        this.clock = clock;
    }

    synchronized double handles(String kind) {
        refresh();
        return byKind.getOrDefault(kind, 0L);
    }

    synchronized double leaked() {
        refresh();
        return leaked;
    }

    /** Returns a counter of a port; the last known value while the device is not open. */
    synchronized double portCounter(int port, String name) {
        refresh();
        long value = ports.getOrDefault(port, Map.of()).getOrDefault(name, 0L);
        // A counter is an unsigned number of 64 bits.
        return value >= 0 ? value : (value >>> 1) * 2.0;
    }

    /** Returns the counters by port and name, of the ports that have any. Port 0 is the device. */
    synchronized Map<Integer, Map<String, Long>> portCounters() {
        taken = false;
        refresh();
        return ports;
    }

    private void refresh() {
        long now = clock.monotonicTime();
        if (taken && now - takenAt < LIFETIME) {
            return;
        }
        taken = true;
        takenAt = now;
        List<HandleInfo> handles = Inventory.handles().stream()
                .filter(handle -> handle.provider().equals(device.provider())
                        && handle.device().equals(device.device()))
                .toList();
        byKind = handles.stream().collect(Collectors.groupingBy(HandleInfo::kind, Collectors.counting()));
        leaked = handles.stream().filter(HandleInfo::leaked).count();
        OptionalLong context = handles.stream().mapToLong(HandleInfo::contextId).findFirst();
        Map<Integer, Map<String, Long>> read = context.isPresent() ? portCounters(context.getAsLong()) : Map.of();
        ports = read.isEmpty() ? ports : read;
    }

    private static Map<Integer, Map<String, Long>> portCounters(long contextId) {
        Map<Integer, Map<String, Long>> ports = new TreeMap<>();
        for (int port = 0; port <= MAX_PORTS; port++) {
            Map<String, Long> counters = portCounters(contextId, port);
            if (!counters.isEmpty()) {
                ports.put(port, counters);
            } else if (port > 0) {
                break;
            }
        }
        return ports;
    }

    private static Map<String, Long> portCounters(long contextId, int port) {
        try {
            return Inventory.portCounters(contextId, port);
        } catch (VerbsException e) {
            // The device was removed from the machine.
            return Map.of();
        }
    }
}
