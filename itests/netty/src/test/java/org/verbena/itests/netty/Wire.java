package org.verbena.itests.netty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.atomic.LongAdder;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimProvider;

/**
 * The devices below the channels of a run. The simulator passes each message to a condition of a fault that affects none
 * of them, and that condition counts.
 */
final class Wire implements AutoCloseable {
    /** The last byte of an address that no device has: nothing answers there. */
    private static final int NO_HOST = 250;

    private final SimProvider simulator;
    private final RdmaSelectorProvider channels;
    private final String device;
    private final InetAddress address;
    private final LongAdder messages = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /**
     * Creates a provider of channels that use RDMA only.
     *
     * @param simulator the simulator, whose first device has an IPv4 address
     */
    Wire(SimProvider simulator) {
        this.simulator = simulator;
        Device first = simulator.devices().get(0);
        device = first.name();
        address = firstIpv4(first);
        simulator.fabric().faults().inject(SimFault.drop().where(message -> {
            messages.increment();
            bytes.add(message.length());
            return false;
        }));
        channels = new RdmaSelectorProvider(
                simulator, ChannelSettings.builder().fallback(Fallback.FAIL).build());
    }

    private static InetAddress firstIpv4(Device device) {
        try (DeviceContext context = device.open()) {
            return context.queryGidTable().stream()
                    .map(GidEntry::gid)
                    .filter(Gid::isMappedIpv4)
                    .map(Gid::toInetAddress)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    SelectorProvider channels() {
        return channels;
    }

    String device() {
        return device;
    }

    /** Returns the address of the device. */
    InetAddress address() {
        return address;
    }

    /** Returns an address of the same network that no device has. */
    InetAddress silentAddress() {
        byte[] raw = address.getAddress();
        raw[raw.length - 1] = (byte) (raw[raw.length - 1] == (byte) NO_HOST ? NO_HOST + 1 : NO_HOST);
        return address(raw);
    }

    /** Returns the number of messages that devices have sent, with those of connection management. */
    long messages() {
        return messages.sum();
    }

    /** Returns the payload of these messages, in bytes. */
    long bytes() {
        return bytes.sum();
    }

    /** Returns a counter of the first port of the device. */
    long portCounter(String name) {
        try (DeviceContext context = simulator.devices().get(0).open()) {
            return context.portCounters(1).get(name);
        }
    }

    @Override
    public void close() throws IOException {
        channels.close();
        simulator.close();
    }
}
