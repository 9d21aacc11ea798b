// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.verbena.ProviderLookup;

/**
 * Runs both sides of {@code verbena rstream} or {@code verbena riostream}. The sides have two addresses of the loopback
 * network that other tests do not use.
 */
final class StreamSides {
    private final String network = "127." + ThreadLocalRandom.current().nextInt(1, 255) + "."
            + ThreadLocalRandom.current().nextInt(0, 255) + ".";
    private final String serverAddress = network + 2;
    private final String simulator = " --provider sim --profile rxe --option udp-port=" + freeUdpPort();

    private String freeUdpPort() {
        try (DatagramSocket socket =
                new DatagramSocket(new InetSocketAddress(InetAddress.getByName(serverAddress), 0))) {
            return Integer.toString(socket.getLocalPort());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    String serverAddress() {
        return serverAddress;
    }

    /** Returns the options that let a side use a simulated device. */
    String simulator() {
        return simulator;
    }

    static CliRun run(String words) {
        return run(words, new StringWriter());
    }

    private static CliRun run(String words, StringWriter err) {
        return CliRun.of(ProviderLookup.create(), err, words.split(" +"));
    }

    /** Starts a command as the server, and waits until it listens. */
    CompletableFuture<CliRun> startServer(String command) throws InterruptedException {
        StringWriter err = new StringWriter();
        CompletableFuture<CliRun> server = new CompletableFuture<>();
        Thread thread =
                new Thread(() -> server.complete(run(command + " -b " + serverAddress, err)), "server of a stream");
        thread.setDaemon(true);
        thread.start();
        while (!err.toString().contains("listening on ") && !server.isDone()) {
            Thread.sleep(1);
        }
        return server;
    }

    /** Runs a command as the client. */
    CliRun runClient(String command) {
        return run(command + " -s " + serverAddress + " -b " + network + "3");
    }

    static void requireSuccess(CliRun run) {
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    }
}
