// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import org.verbena.attr.Gid;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.rocev2.Icrc;

/**
 * A UDP socket at one address of a device, or of a multicast group.
 *
 * <p>The socket is not connected, because Linux would number the datagrams of a connected one, and the checksum covers
 * the numbers. Packets that the socket does not take at once wait in a bounded queue. The engine's lock protects all
 * sending.
 */
final class RoceSocket implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(RoceSocket.class.getName());

    /** The maximum number of packets that wait. */
    private static final int MAX_WAITING = 1024;

    private static final int BUFFER_BYTES = 8 << 20;
    private static final int MULTICAST_HOPS = 64;

    /** A packet that waits, and its destination. */
    private record Waiting(ByteBuffer packet, InetSocketAddress to) {}

    private final NetworkAddress address;
    private final int port;
    private final DatagramChannel channel;
    private final PacketCounters counters;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private final Set<Runnable> whenReady = new LinkedHashSet<>();
    private Runnable whenFull = () -> {};

    private RoceSocket(NetworkAddress address, int port, PacketCounters counters) throws IOException {
        this.address = address;
        this.port = port;
        this.counters = counters;
        this.channel = DatagramChannel.open(isIpv4() ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        try {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_BYTES);
            channel.configureBlocking(false);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Opens a socket at an address of the device. */
    static RoceSocket open(NetworkAddress address, int port, PacketCounters counters) throws IOException {
        RoceSocket socket = new RoceSocket(address, port, counters);
        try {
            socket.forbidFragments();
            socket.channel.setOption(StandardSocketOptions.IP_MULTICAST_IF, address.link());
            socket.channel.setOption(StandardSocketOptions.IP_MULTICAST_TTL, MULTICAST_HOPS);
            socket.channel.bind(new InetSocketAddress(address.ip(), port));
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Opens a socket that receives the messages to a multicast group on some interfaces. Other devices of this host may
     * be members of the same group.
     */
    static RoceSocket ofGroup(Gid group, Set<NetworkInterface> links, int port, PacketCounters counters)
            throws IOException {
        NetworkInterface first = links.iterator().next();
        InetAddress ip = group.toInetAddress();
        RoceSocket socket = new RoceSocket(new NetworkAddress(ip, group, first), port, counters);
        try {
            socket.channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.channel.bind(new InetSocketAddress(NetworkAddress.ipOf(group, first), port));
            for (NetworkInterface link : links) {
                socket.channel.join(ip, link);
            }
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Makes the kernel write identification 0 and "do not fragment" to IPv4 headers, because the checksum covers them.
     * JDKs before 19 lack the option. Simulated devices find the identification, but genuine ones drop the packets.
     */
    @SuppressWarnings("unchecked")
    private void forbidFragments() throws IOException {
        for (SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals("IP_DONTFRAGMENT")) {
                channel.setOption((SocketOption<Boolean>) option, true);
                return;
            }
        }
        if (isIpv4()) {
            LOGGER.log(
                    Level.WARNING,
                    "{0}: JDK {1} has no socket option IP_DONTFRAGMENT, so genuine devices drop the packets of simulated"
                            + " ones. Use JDK 19 or newer",
                    address.ip().getHostAddress(),
                    Runtime.version());
        }
    }

    boolean isIpv4() {
        return address.ip() instanceof Inet4Address;
    }

    DatagramChannel channel() {
        return channel;
    }

    NetworkAddress address() {
        return address;
    }

    int port() {
        return port;
    }

    /** Sets the action that makes the receive thread wait until the socket takes packets again. */
    void onFull(Runnable action) {
        whenFull = action;
    }

    /** Returns a computation of the checksums of packets to a destination. */
    Icrc checksums(InetSocketAddress to) {
        ByteBuffer addresses = ByteBuffer.allocate(2 * Gid.LENGTH);
        addresses
                .put(0, address.ip().getAddress())
                .put(Gid.LENGTH, to.getAddress().getAddress());
        Icrc icrc = new Icrc();
        if (isIpv4()) {
            icrc.ipv4(addresses.getInt(0), addresses.getInt(Gid.LENGTH));
        } else {
            icrc.ipv6(addresses, 0, addresses, Gid.LENGTH);
        }
        return icrc.ports(port, to.getPort());
    }

    /** Sends a packet, or keeps a copy of it until the socket takes it. */
    void send(ByteBuffer packet, InetSocketAddress to) {
        if (!waiting.isEmpty() || !trySend(packet, to)) {
            keep(packet, to);
        }
    }

    private boolean trySend(ByteBuffer packet, InetSocketAddress to) {
        try {
            boolean sent = channel.send(packet, to) > 0;
            if (sent) {
                counters.sent();
            }
            return sent;
        } catch (IOException e) {
            counters.dropped(DropReason.SEND_FAILED);
            return true;
        }
    }

    private void keep(ByteBuffer packet, InetSocketAddress to) {
        if (waiting.size() == MAX_WAITING) {
            counters.dropped(DropReason.NO_SEND_BUFFER);
            return;
        }
        ByteBuffer copy = ByteBuffer.allocate(packet.remaining()).put(packet).flip();
        waiting.add(new Waiting(copy, to));
        whenFull.run();
    }

    boolean isReady() {
        return waiting.isEmpty();
    }

    void whenReady(Runnable action) {
        whenReady.add(action);
    }

    /** Sends the packets that wait, as far as the socket takes them. Returns whether all were sent. */
    boolean flush() {
        while (!waiting.isEmpty()) {
            Waiting first = waiting.element();
            if (!trySend(first.packet(), first.to())) {
                return false;
            }
            waiting.remove();
        }
        Runnable[] ready = whenReady.toArray(Runnable[]::new);
        whenReady.clear();
        for (Runnable action : ready) {
            action.run();
        }
        return waiting.isEmpty();
    }

    @Override
    public void close() throws IOException {
        waiting.clear();
        whenReady.clear();
        channel.close();
    }
}
