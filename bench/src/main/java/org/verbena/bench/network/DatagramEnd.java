// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/**
 * A bare datagram socket at an address of the loopback interface: the limit of a device that uses such sockets. At most
 * {@link #WINDOW} packets are in flight, because the receive buffer holds no more. A receiver answers every
 * {@link #PACKETS_PER_ANSWER} packets.
 */
public final class DatagramEnd implements AutoCloseable {
    /** The number of packets that one answer acknowledges. */
    public static final int PACKETS_PER_ANSWER = 16;

    /** The maximum number of packets in flight, as of a simulated device. */
    public static final int WINDOW = 48;

    private static final int PORT = 24_792;
    private static final int LONGEST = 8192;

    private final DatagramChannel channel;
    private final InetSocketAddress peer;
    private final ByteBuffer sent = ByteBuffer.allocateDirect(LONGEST);
    private final ByteBuffer received = ByteBuffer.allocateDirect(LONGEST);

    /**
     * Opens the socket.
     *
     * @param address the address of the socket
     * @param peer the address of the peer's socket
     */
    public DatagramEnd(String address, String peer) throws IOException {
        this.peer = new InetSocketAddress(peer, PORT);
        this.channel = DatagramChannel.open().bind(new InetSocketAddress(address, PORT));
        channel.configureBlocking(false);
    }

    /** Sends a packet. */
    public void send(int bytes) throws IOException {
        channel.send(sent.clear().limit(bytes), peer);
    }

    /**
     * Receives a packet and returns its length. It polls as the simulated device does, because a thread that sleeps
     * takes longer to answer.
     */
    @SuppressWarnings("ThreadPriorityCheck") // only a hint: the other JVM needs the processor
    public int receive() throws IOException {
        while (channel.receive(received.clear()) == null) {
            Thread.yield();
        }
        return received.position();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
