// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorListener;

/** The program of the other JVM. It prints one line when it is ready, and runs until the first JVM ends it. */
public final class PeerMain {
    /** The behaviours of the peer. */
    public enum Role {
        /** Receives messages of a queue pair. */
        SIM_SINK,
        /** Returns each message of a queue pair. */
        SIM_ECHO,
        /** Receives datagrams and answers some of them. */
        DATAGRAM_SINK,
        /** Returns each datagram. */
        DATAGRAM_ECHO
    }

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ANSWER_BYTES = 20;

    private PeerMain() {}

    /**
     * Runs the peer.
     *
     * @param args the role
     * @throws IOException if a socket fails
     */
    public static void main(String[] args) throws IOException {
        endWithParent();
        switch (Role.valueOf(args[0])) {
            case SIM_SINK -> simulated(false);
            case SIM_ECHO -> simulated(true);
            case DATAGRAM_SINK -> sinkDatagrams();
            case DATAGRAM_ECHO -> echoDatagrams();
        }
    }

    /** Ends this JVM when the standard input ends, even if the first JVM was killed. */
    private static void endWithParent() {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Nothing is ever written.
                }
            } catch (IOException e) {
                // As at the end of the input.
            }
            Runtime.getRuntime().halt(0);
        });
        watch.setDaemon(true);
        watch.start();
    }

    private static void ready(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void simulated(boolean echoes) {
        SimEnd end = new SimEnd(PeerProcess.FAR);
        Connector connector = Connector.create();
        try (ConnectorListener listener = connector.listen(new InetSocketAddress(PeerProcess.FAR, 0))) {
            ready(Integer.toString(listener.localAddress().getPort()));
            connector.prepare(end.qp());
            RecvBatch receives = end.receives(SimEnd.RECEIVES);
            end.qp().postRecv(receives);
            ByteBuffer memory = ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(end.memory().address())
                    .putLong(end.memory().rkey())
                    .flip();
            listener.accept(end.qp(), memory, LIMIT).close();
        }
        if (echoes) {
            echo(end);
        } else {
            sink(end);
        }
    }

    private static void sink(SimEnd end) {
        RecvBatch receives = end.receives(SimEnd.RECEIVES);
        while (true) {
            end.qp().postRecv(receives, 0, end.awaitReceived());
        }
    }

    private static void echo(SimEnd end) {
        RecvBatch receive = end.receives(1);
        SendBatch answer = end.context().newSendBatch(1);
        answer.add().send().signaled().sge(end.memory(), 0, SimEnd.MESSAGE_BYTES);
        for (int sent = 0; ; sent++) {
            end.awaitReceived();
            end.qp().postRecv(receive);
            end.qp().postSend(answer);
            if (sent == SimEnd.SENDS) {
                sent -= end.awaitSent();
            }
        }
    }

    private static void sinkDatagrams() throws IOException {
        DatagramEnd end = new DatagramEnd(PeerProcess.FAR, PeerProcess.NEAR);
        ready("");
        while (true) {
            for (int i = 0; i < DatagramEnd.PACKETS_PER_ANSWER; i++) {
                end.receive();
            }
            end.send(ANSWER_BYTES);
        }
    }

    private static void echoDatagrams() throws IOException {
        DatagramEnd end = new DatagramEnd(PeerProcess.FAR, PeerProcess.NEAR);
        ready("");
        while (true) {
            end.send(end.receive());
        }
    }
}
