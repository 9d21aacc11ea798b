// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.util.List;
import java.util.Map;
import org.verbena.provider.sim.rdmacm.SimCm;
import org.verbena.provider.sim.roce.RoceWire;

/** Disconnects the connections on a network when the JVM exits, as a kernel does when a process ends. */
final class ExitHook {
    /** The maximum time that an exit waits for this hook. */
    private static final long MAX_MILLIS = 1000;

    private static final long SILENCE_MILLIS = 50;

    private final SimCm cm;
    private final List<RoceWire> wires;
    private final Thread hook = new Thread(this::run, "verbena-exit");

    ExitHook(SimCm cm, List<RoceWire> wires) {
        this.cm = cm;
        this.wires = wires;
    }

    /** Registers the hook. */
    void register() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is exiting.
        }
    }

    /** Removes the hook. */
    void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is exiting.
        }
    }

    private void run() {
        Thread work = new Thread(this::disconnect, "verbena-disconnect");
        work.setDaemon(true);
        work.start();
        try {
            work.join(MAX_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Disconnects when the network is silent, because hooks of the application may still use the connections. */
    private void disconnect() {
        long limit = System.nanoTime() + MAX_MILLIS / 2 * 1_000_000;
        try {
            List<Map<String, Long>> before = List.of();
            List<Map<String, Long>> packets = packets();
            while (cm.isConnected() && !packets.equals(before) && System.nanoTime() - limit < 0) {
                Thread.sleep(SILENCE_MILLIS);
                before = packets;
                packets = packets();
            }
            cm.disconnectAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Map<String, Long>> packets() {
        return wires.stream().map(RoceWire::counters).toList();
    }
}
