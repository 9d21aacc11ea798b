// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.DeviceContext;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.cm.CmConnection;
import org.verbena.cm.CmConnector;
import org.verbena.cm.CmListener;
import org.verbena.cm.ConnectionManager;
import org.verbena.tck.engine.TestProcess;

/** Checks that connections end with the process of their peer, in whatever way the process ends. */
@Timeout(180)
class PeerProcessEndsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    Path directory;

    @Test
    void aProcessThatExitsDisconnects() throws Exception {
        check(Process::destroy);
    }

    @Test
    void aProcessThatIsKilledIsNoticed() throws Exception {
        check(Process::destroyForcibly);
    }

    private interface End {
        void of(Process process);
    }

    private void check(End end) throws Exception {
        VerbsProvider sim = simulator();
        InetAddress address = address(sim);
        try (ConnectionManager manager = ConnectionManager.open(sim);
                CmConnector connector = CmConnector.create(manager);
                CmListener listener = connector.listen(new InetSocketAddress(address, 0));
                RdmaSelectorProvider channels = channels(sim);
                ServerSocketChannel server =
                        channels.openServerSocketChannel().bind(new InetSocketAddress(address, 0))) {
            InetSocketAddress channelAddress = (InetSocketAddress) server.getLocalAddress();
            Process peer = start(address, listener.localAddress().getPort(), channelAddress.getPort());
            try {
                CmConnection connection = listener.accept(PATIENCE).orElseThrow();
                SocketChannel accepted = server.accept();
                accepted.write(ByteBuffer.wrap(new byte[] {1}));
                assertThat(accepted.read(ByteBuffer.allocate(1))).isEqualTo(1);
                assertThat(connection.isConnected()).isTrue();

                end.of(peer);

                connection.onDisconnect().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(hasEnded(accepted)).isTrue();
            } finally {
                peer.destroyForcibly();
            }
        }
    }

    /** Waits for the end of the stream, or for a reset. */
    private static boolean hasEnded(SocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException e) {
            return true;
        }
    }

    private Process start(InetAddress address, int port, int channelPort) throws IOException {
        List<String> command = TestProcess.java();
        command.addAll(List.of(
                Peer.class.getName(), address.getHostAddress(), Integer.toString(port), Integer.toString(channelPort)));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("peer").toFile())
                .start();
    }

    private static VerbsProvider simulator() {
        return Verbs.provider("sim").configure(Map.of("profile", "rxe", "address", "loopback"));
    }

    private static RdmaSelectorProvider channels(VerbsProvider sim) {
        return new RdmaSelectorProvider(
                sim, ChannelSettings.builder().fallback(Fallback.FAIL).build());
    }

    /** Returns the address of the first device. */
    static InetAddress address(VerbsProvider sim) {
        try (DeviceContext context = sim.devices().get(0).open()) {
            return context.queryGidTable().stream()
                    .map(GidEntry::gid)
                    .filter(Gid::isMappedIpv4)
                    .findFirst()
                    .orElseThrow()
                    .toInetAddress();
        }
    }

    /** The program of the other process. */
    static final class Peer {
        private Peer() {}

        /** Connects to the ports of an address, sends a byte back, and waits for the end. */
        public static void main(String[] args) throws Exception {
            VerbsProvider sim = simulator();
            CmConnector connector = CmConnector.create(ConnectionManager.open(sim));
            CmConnection connection = connector.connect(new InetSocketAddress(args[0], Integer.parseInt(args[1])));
            SocketChannel channel = channels(sim).openSocketChannel();
            channel.connect(new InetSocketAddress(args[0], Integer.parseInt(args[2])));
            ByteBuffer echo = ByteBuffer.allocate(1);
            channel.read(echo);
            channel.write(echo.flip());
            connection.onDisconnect().join();
        }
    }
}
