// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.counters;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The counters of one device, over all its queues that were counted since the start of the JVM. They never decrease:
 * when a queue is closed or lost, its counts remain. Thread-safe.
 */
public final class DeviceTally {
    private static final Map<List<String>, DeviceTally> ALL = new ConcurrentHashMap<>();
    private static final List<Consumer<DeviceTally>> LISTENERS = new CopyOnWriteArrayList<>();

    private final String provider;
    private final String device;
    private final Set<Tally> live = new HashSet<>();
    private final Map<String, Long> ended = new TreeMap<>();

    private DeviceTally(String provider, String device) {
        this.provider = provider;
        this.device = device;
    }

    /** Returns the counters of a device that has been opened. */
    public static DeviceTally of(String provider, String device) {
        List<String> key = List.of(provider, device);
        return ALL.computeIfAbsent(key, absent -> new DeviceTally(provider, device));
    }

    /** Returns the counters of all devices that were opened since the start of the JVM. */
    public static List<DeviceTally> all() {
        return List.copyOf(ALL.values());
    }

    /** Adds a listener, which is called after a device has been opened. It must not throw exceptions. */
    public static void addListener(Consumer<DeviceTally> listener) {
        LISTENERS.add(listener);
    }

    public static void removeListener(Consumer<DeviceTally> listener) {
        LISTENERS.remove(listener);
    }

    /** Calls the listeners after the device has been opened. */
    public void announce() {
        LISTENERS.forEach(listener -> listener.accept(this));
    }

    public String provider() {
        return provider;
    }

    public String device() {
        return device;
    }

    /** Adds the counters of a queue that was just created. */
    public synchronized void add(Tally tally) {
        live.add(tally);
    }

    /** Keeps the final counts of a queue that was closed or lost. A second call has no effect. */
    public synchronized void end(Tally tally) {
        if (live.remove(tally)) {
            tally.values().forEach((name, value) -> ended.merge(name, value, Long::sum));
        }
    }

    /** Returns the present values by name, in alphabetical order. */
    public synchronized Map<String, Long> values() {
        Map<String, Long> values = new TreeMap<>();
        Tally.allNames().forEach(name -> values.put(name, 0L));
        values.putAll(ended);
        live.forEach(tally -> tally.values().forEach((name, value) -> values.merge(name, value, Long::sum)));
        return values;
    }

    /** Returns the present value of a counter, 0 if there is none of this name. */
    public synchronized long value(String name) {
        long value = ended.getOrDefault(name, 0L);
        for (Tally tally : live) {
            value += tally.get(name);
        }
        return value;
    }
}
