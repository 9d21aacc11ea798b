// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.spi.SelectorProvider;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaSelectorProvider;

/** Provides the device of a run and its channels, which use only RDMA. */
final class Wire implements AutoCloseable {
    /** The last byte of an address that no device has. */
    private static final int NO_HOST = 250;

    private final RdmaSelectorProvider channels;
    private final Device device;
    private final InetAddress address;

    /**
     * Creates the channels.
     *
     * @param provider the verbs provider, whose first device must have an IPv4 address
     */
    Wire(VerbsProvider provider) {
        device = provider.devices().get(0);
        address = firstIpv4(device);
        channels = new RdmaSelectorProvider(
                provider, ChannelSettings.builder().fallback(Fallback.FAIL).build());
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

    SelectorProvider channels() {
        return channels;
    }

    String device() {
        return device.name();
    }

    /** Returns the address of the device. */
    InetAddress address() {
        return address;
    }

    /** Returns an address of the same network that no device has. */
    InetAddress silentAddress() {
        byte[] raw = address.getAddress();
        raw[raw.length - 1] = (byte) (raw[raw.length - 1] == (byte) NO_HOST ? NO_HOST + 1 : NO_HOST);
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a counter of the first port of the device. */
    long portCounter(String name) {
        try (DeviceContext context = device.open()) {
            return context.portCounters(1).get(name);
        }
    }

    @Override
    public void close() throws IOException {
        channels.close();
    }
}
