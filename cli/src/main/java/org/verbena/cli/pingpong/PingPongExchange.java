// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.pingpong;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.verbena.attr.Gid;
import org.verbena.cli.text.CommandException;

/**
 * The exchange of addresses over TCP, as the ping-pong programs of rdma-core do it: the client sends its addresses, the
 * server answers with its own, and the client sends {@code done}. Each is a text with a terminating zero.
 */
final class PingPongExchange {
    private static final byte[] DONE = {'d', 'o', 'n', 'e', 0};
    private static final PingPongAddress UNUSED = new PingPongAddress(0, 0, 0, Gid.of(new byte[Gid.LENGTH]));

    /** The time between two attempts to connect. */
    private static final Duration RETRY = Duration.ofMillis(100);

    private final int count;
    private final Duration timeout;

    /**
     * Creates an exchange.
     *
     * @param count the number of addresses that each side sends
     * @param timeout the time limit of each step
     */
    PingPongExchange(int count, Duration timeout) {
        this.count = count;
        this.timeout = timeout;
    }

    /**
     * Exchanges addresses as a client.
     *
     * @param host the server
     * @param port its TCP port
     * @param own the addresses of this side
     * @param again returns whether to try again if the server does not listen
     * @return the addresses of the server
     */
    List<PingPongAddress> asClient(String host, int port, List<PingPongAddress> own, BooleanSupplier again) {
        try (Socket socket = connect(host, port, again)) {
            send(socket, own);
            List<PingPongAddress> peers = receive(socket, own.size());
            socket.getOutputStream().write(DONE);
            return peers;
        } catch (IOException e) {
            throw failed(host + ":" + port, e);
        }
    }

    private Socket connect(String host, int port, BooleanSupplier again) throws IOException {
        while (true) {
            try {
                return connect(host, port);
            } catch (SocketException | SocketTimeoutException e) {
                if (!again.getAsBoolean()) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }

    private Socket connect(String host, int port) throws IOException {
        IOException last = new IOException("the host has no address");
        for (InetAddress address : InetAddress.getAllByName(host)) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(address, port), Math.toIntExact(timeout.toMillis()));
                return socket;
            } catch (IOException e) {
                socket.close();
                last = e;
            }
        }
        throw last;
    }

    /**
     * Exchanges addresses as a server.
     *
     * @param socket the connection of a client
     * @param own the addresses of this side
     * @param connect connects the queue pairs, before the client may send
     * @return the addresses of the client
     */
    List<PingPongAddress> asServer(Socket socket, List<PingPongAddress> own, Consumer<List<PingPongAddress>> connect) {
        try {
            List<PingPongAddress> peers = receive(socket, own.size());
            connect.accept(peers);
            send(socket, own);
            byte[] done = new DataInputStream(socket.getInputStream()).readNBytes(DONE.length);
            if (!Arrays.equals(done, DONE)) {
                throw new CommandException("the client ended the exchange before it was done");
            }
            return peers;
        } catch (IOException e) {
            throw failed(String.valueOf(socket.getRemoteSocketAddress()), e);
        }
    }

    private static CommandException failed(String peer, IOException e) {
        String reason = e instanceof EOFException ? "the peer closed the connection" : e.getMessage();
        return new CommandException("the exchange of addresses with " + peer + " failed: " + reason);
    }

    private void send(Socket socket, List<PingPongAddress> own) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(count * PingPongAddress.LENGTH);
        for (int i = 0; i < count; i++) {
            PingPongAddress address = i < own.size() ? own.get(i) : UNUSED;
            all.put(address.text().getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
        }
        socket.getOutputStream().write(all.array());
    }

    /** Returns the first addresses of the peer. A peer with fewer queue pairs sends zeroes for the others. */
    private List<PingPongAddress> receive(Socket socket, int wanted) throws IOException {
        socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] text = new byte[PingPongAddress.LENGTH];
        List<PingPongAddress> peers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            in.readFully(text);
            if (i < wanted) {
                peers.add(PingPongAddress.parse(new String(text, 0, text.length - 1, StandardCharsets.US_ASCII)));
            }
        }
        if (peers.stream().anyMatch(peer -> peer.qpn() == 0)) {
            throw new CommandException("the peer has fewer than " + wanted + " queue pairs; use the same --num-qp");
        }
        return peers;
    }
}
