// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.verbena.provider.sim.wire.Path;
import org.verbena.provider.sim.wire.Port;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketDecoder;

/** A path over the network. It sends the packets of a message as datagrams. The engine's lock protects it. */
final class RocePath implements Path {
    /**
     * The number of packets in flight. More of the largest packets would not fit in the usual receive buffer of Linux,
     * 208 KiB, which counts twice the length of a packet.
     */
    private static final int WINDOW = 48;

    private static final int MAX_PAYLOAD = 4096;

    private final Port from;
    private final RoceSocket socket;
    private final InetSocketAddress to;
    private final Icrc icrc;
    private final MessageEncoder encoder;
    private final ByteBuffer buffer;

    RocePath(Port from, RoceSocket socket, Route route, Shared shared) {
        this.from = from;
        this.socket = socket;
        this.to = new InetSocketAddress(route.destination().toInetAddress(), socket.port());
        this.icrc = socket.checksums(to);
        this.encoder = shared.encoder();
        this.buffer = shared.buffer();
    }

    /** The encoder and the buffer of all paths of a device. */
    record Shared(MessageEncoder encoder, ByteBuffer buffer) {
        static Shared create() {
            int length = PacketDecoder.MAX_HEADER_LENGTH + MAX_PAYLOAD + PacketDecoder.ICRC_LENGTH;
            return new Shared(new MessageEncoder(), ByteBuffer.allocateDirect(length + Long.BYTES));
        }
    }

    @Override
    public void send(WireMessage message) {
        if (!from.isUp()) {
            return;
        }
        for (int i = 0; i < MessageEncoder.packets(message); i++) {
            buffer.clear();
            int length = encoder.encode(message, i, buffer, 0);
            encoder.icrc(icrc.compute(buffer, 0, length));
            socket.send(buffer.limit(length), to);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RocePath path && path.socket == socket && path.to.equals(to);
    }

    @Override
    public int hashCode() {
        return to.hashCode();
    }

    @Override
    public int window() {
        return WINDOW;
    }

    @Override
    public boolean isReady() {
        return socket.isReady();
    }

    @Override
    public void whenReady(Runnable action) {
        socket.whenReady(action);
    }
}
