// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks both sides of {@code ucmatose}, {@code udaddy}, {@code mckey} and {@code ping --cm}. */
class CmMessagesTest {
    private final CmSimulator simulator = new CmSimulator();
    private final String address = simulator.address();

    private static void requireSuccess(CliRun run) {
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    }

    @Test
    void ucmatosePrintsTheLinesOfC() throws Exception {
        CompletableFuture<CliRun> server = simulator.startServer("ucmatose -m -b " + address);

        CliRun client = simulator.runClient("ucmatose -m -f ip -s " + address);

        requireSuccess(client);
        requireSuccess(server.join());
        assertThat(client.out()).isEqualToNormalizingNewlines("""
                cmatose: starting client
                cmatose: connecting
                receiving data transfers
                sending replies
                data transfers complete
                migrating to new event channel
                test complete
                return status 0
                """);
        assertThat(server.join().out()).isEqualToNormalizingNewlines("""
                cmatose: starting server
                initiating data transfers
                completing sends
                receiving data transfers
                data transfers complete
                migrating to new event channel
                cmatose: disconnecting
                disconnected
                test complete
                return status 0
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c 5 -C 50 -S 5000", "-P ib", "-S 0", "-C 0", "-t 32 -a 14"})
    void ucmatoseConnectsWithOptions(String options) throws Exception {
        CompletableFuture<CliRun> server = simulator.startServer("ucmatose -p 7400 -b " + address + " " + options);

        CliRun client = simulator.runClient("ucmatose -p 7400 -s " + address + " " + options);

        requireSuccess(client);
        requireSuccess(server.join());
    }

    @Test
    void udaddyPrintsTheLinesOfC() throws Exception {
        CompletableFuture<CliRun> server = simulator.startServer("udaddy -b " + address);

        CliRun client = simulator.runClient("udaddy -s " + address);

        requireSuccess(client);
        requireSuccess(server.join());
        assertThat(client.out()).isEqualToNormalizingNewlines("""
                udaddy: starting client
                udaddy: connecting
                initiating data transfers
                receiving data transfers
                data transfers complete
                test complete
                return status 0
                """);
        assertThat(server.join().out()).isEqualToNormalizingNewlines("""
                udaddy: starting server
                receiving data transfers
                sending replies
                data transfers complete
                test complete
                return status 0
                """);
    }

    @Test
    void udaddyConnectsSeveralTimes() throws Exception {
        CompletableFuture<CliRun> server =
                simulator.startServer("udaddy -p 7500 -c 4 -C 30 -S 1000 --json -b " + address);

        CliRun client = simulator.runClient("udaddy -p 7500 -c 4 -C 30 -S 1000 --json -s " + address);

        requireSuccess(server.join());
        assertThat(client.json())
                .containsEntry("role", "client")
                .containsEntry("connections", 4)
                .containsEntry("messages", 30)
                .containsEntry("size", 1000);
    }

    @Test
    void aDatagramIsOnePacket() throws Exception {
        CompletableFuture<CliRun> server = simulator.startServer("udaddy -p 7501 -S 0 -b " + address);

        CliRun client = simulator.runClient("udaddy -p 7501 -S 5000 -s " + address);
        simulator.runClient("udaddy -p 7501 -S 0 -s " + address);

        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err()).contains("message_size = 5000 bytes, limit ");
        requireSuccess(server.join());
    }

    @Test
    void aDatagramServiceThatDoesNotExistIsReported() {
        CliRun client = simulator.run("udaddy -p 7999 -s " + address);

        assertThat(client.exitCode()).isEqualTo(1);
        assertThat(client.err())
                .contains("RDMA_CM_EVENT_UNREACHABLE, rejected by the peer: SIDR status 1 (IB_SIDR_UNSUPPORTED)");
    }

    @Test
    void messagesReachAMulticastGroup() {
        CompletableFuture<CliRun> receiver = simulator.start("mckey -m 239.9.8.7 -b " + address);
        String send = "mckey -s -m 239.9.8.7 -b " + simulator.address(1);
        CliRun sender = simulator.run(send);

        // A datagram is lost if the receiver has not joined yet.
        while (!receiver.isDone()) {
            sender = simulator.run(send);
        }

        requireSuccess(sender);
        requireSuccess(receiver.join());
        assertThat(receiver.join().out())
                .contains("mckey: joined dgid: 0000:0000:0000:0000:0000:ffff:ef09:0807 mlid 0x0 sl 0\n")
                .contains("receiving data transfers\ndata transfers complete\ntest complete\nreturn status 0\n");
        assertThat(sender.out()).startsWith("mckey: starting client\nmckey: joining\n");
    }

    @Test
    void pingMeasuresOverTheConnectionManager() throws Exception {
        CompletableFuture<CliRun> listening = simulator.start("ping --cm --json --listen " + address + ":7600");

        CliRun connecting = simulator.runClient(
                "ping --cm --json --count 200 --warmup 10 --size 1000 --connect " + address + ":7600");

        requireSuccess(connecting);
        requireSuccess(listening.join());
        assertThat(connecting.json())
                .containsEntry("answered", 200)
                .containsEntry("lost", 0)
                .containsEntry("size", 1000);
        assertThat(listening.join().json())
                .containsEntry("answered", 210)
                .containsEntry("size", 1000)
                .containsEntry("failed_connections", 0);
    }

    @Test
    void pingRejectsClientsOfOtherPrograms() throws Exception {
        CompletableFuture<CliRun> listening = simulator.start("ping --cm --json --listen " + address + ":7601");

        CliRun stranger = simulator.runClient("rping -c -C 1 -p 7601 -a " + address);
        simulator.runClient("ping --cm --count 10 --warmup 0 --connect " + address + ":7601");

        assertThat(stranger.err()).contains("IB_CM_REJ_CONSUMER_DEFINED (28)");
        requireSuccess(listening.join());
        assertThat(listening.join().json()).containsEntry("failed_connections", 1);
        assertThat(listening.join().err()).contains("the private data is not that of verbena ping");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ping --cm                                    | --cm requires --listen or --connect
            ping --cm --type UD --connect :1             | --cm requires --type RC
            ping --cm --device x --connect :1            | --cm excludes --device and --gid-index
            ping --cm --secret-env HOME --connect :1     | --cm excludes --secret-file and --secret-env
            ucmatose -f gid                              | 'gid' is not one of name, ip, ipv6
            ucmatose -P udp                              | 'udp' is not one of tcp, ib
            ucmatose -c 0                                | 0 is outside 1..100000
            udaddy -P tcp                                | 'tcp' is not one of udp, ipoib
            udaddy -t 256                                | 256 is outside 0..255
            mckey -m 239.1.2.3 -o                        | -o requires -s
            """)
    void aWrongCommandLineIsRejected(String command, String reason) {
        CliRun run = simulator.run(command);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(reason);
    }

    @Test
    void aHostNameIsRejectedAsNumericAddress() {
        CliRun run = simulator.run("ucmatose -f ip -s localhost");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("node = localhost, limit a numeric address");
    }
}
