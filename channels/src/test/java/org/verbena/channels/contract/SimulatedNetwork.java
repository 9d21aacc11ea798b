// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.verbena.DeviceContext;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.DeviceAddress;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.SimProvider;

/** A network of the simulator. Its provider does not fall back to TCP, so that no test passes without RDMA. */
final class SimulatedNetwork extends TestNetwork {
    private static final String LOOPBACK = "127.0.0.2";
    private static final String SILENT = "127.0.0.222";
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 10_000;

    private final String name;
    private final SimProvider simulator;
    private final DeviceContext context;

    private SimulatedNetwork(String name, SimProvider simulator, DeviceContext context) {
        super(
                new RdmaSelectorProvider(
                        simulator,
                        ChannelSettings.builder().fallback(Fallback.FAIL).build()),
                addressOf(context),
                Set.of());
        this.name = name;
        this.simulator = simulator;
        this.context = context;
    }

    /** Creates a device in this process, without packets. */
    static SimulatedNetwork inProcess() {
        return of("simulator in the process", new SimProvider());
    }

    /** Creates a device that sends RoCEv2 packets over the loopback interface. */
    static SimulatedNetwork roceLoopback() {
        return of("simulator on the loopback interface", onFreePort());
    }

    private static SimulatedNetwork of(String name, SimProvider simulator) {
        return new SimulatedNetwork(name, simulator, simulator.devices().get(0).open());
    }

    /** Tries UDP ports at random, because tests of other modules and other builds also use this address. */
    private static SimProvider onFreePort() {
        Random random = new Random();
        while (true) {
            int port = FIRST_PORT + random.nextInt(PORTS);
            try {
                return (SimProvider) new SimProvider()
                        .configure(Map.of("profile", "rxe", "address", LOOPBACK, "udp-port", Integer.toString(port)));
            } catch (InvalidRequestException e) {
                if (!String.valueOf(e.getMessage()).contains("Address already in use")) {
                    throw e;
                }
            }
        }
    }

    private static InetAddress addressOf(DeviceContext context) {
        try {
            return DeviceAddress.of(context);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a loopback address without a device. A network in the process has no silent address. */
    @Override
    Optional<InetSocketAddress> silentAddress() {
        return packets() < 0 ? Optional.empty() : Optional.of(new InetSocketAddress(SILENT, 7));
    }

    @Override
    boolean isRdma() {
        return true;
    }

    /** Returns -1 for the device in the process, which passes messages by reference and has no counters. */
    @Override
    long packets() {
        return context.portCounters(1).getOrDefault("sent_pkts", -1L);
    }

    @Override
    public void close() throws IOException {
        ((RdmaSelectorProvider) provider()).close();
        context.close();
        simulator.close();
    }

    @Override
    public String toString() {
        return name;
    }
}
