// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import org.verbena.VerbsProvider;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaConnection;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.ProviderArgument;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.locks.StackDive;

/** Calls the methods of channels with hardly any stack left, see {@link StackDive}. */
final class ChannelStackMain {
    private static final int LENGTH = 64;

    private final Map<String, Runnable> calls = new LinkedHashMap<>();

    private ChannelStackMain() {}

    /** A call of a channel. */
    private interface Call {
        void run() throws IOException;
    }

    /**
     * Dives on two connected channels and prints the number of overflows.
     *
     * @param arguments the test environment, the device and the provider
     */
    public static void main(String[] arguments) throws Exception {
        StressSettings settings = StressSettings.of(StressSettings.Kind.STACK);
        System.out.println(settings);
        VerbsProvider verbs = ProviderArgument.of(arguments[2]);
        ChannelSettings channelSettings =
                ChannelSettings.builder().fallback(Fallback.FAIL).ioMapSize(4).build();
        RdmaSelectorProvider provider = new RdmaSelectorProvider(verbs, channelSettings);
        ServerSocketChannel server =
                provider.openServerSocketChannel().bind(new InetSocketAddress(PeerProcessEndsIT.address(verbs), 0));
        SocketChannel near = provider.openSocketChannel();
        near.connect(server.getLocalAddress());
        SocketChannel far = server.accept();
        ChannelStackMain main = new ChannelStackMain();
        main.prepare(provider.openSelector(), near, far);
        StackDive dive = new StackDive(main.calls, settings);
        dive.run(provider::close);
        new ResultLine(arguments[0], ProviderArgument.name(arguments[2]), arguments[1]).print(dive.result());
    }

    private void prepare(Selector selector, SocketChannel near, SocketChannel far) throws IOException {
        near.configureBlocking(false);
        far.configureBlocking(false);
        far.register(selector, SelectionKey.OP_READ);
        RdmaConnection rdma = RdmaConnection.of(near).orElseThrow();
        call("write", () -> near.write(ByteBuffer.allocate(LENGTH)));
        call("select", () -> selector.selectNow(key -> {}));
        call("read", () -> far.read(ByteBuffer.allocate(LENGTH)));
        call("write_back", () -> far.write(ByteBuffer.allocate(LENGTH)));
        call("read_back", () -> near.read(ByteBuffer.allocate(LENGTH)));
        call("map", () -> rdma.map(ByteBuffer.allocateDirect(LENGTH)).close());
        call("lend", () -> rdma.write(rdma.bufferPool().take(LENGTH), 0, LENGTH));
        call("read_lent", () -> far.read(ByteBuffer.allocate(LENGTH)));
        call("connected", near::isConnected);
        call("addresses", near::getRemoteAddress);
        call("options", () -> near.setOption(StandardSocketOptions.SO_KEEPALIVE, true));
    }

    /** Makes a call, and accepts that a ring or a pool is full and that an interrupted call leaves an unknown state. */
    private void call(String name, Call action) {
        calls.put(name, () -> {
            try {
                action.run();
            } catch (VerbsException | IllegalStateException | IllegalArgumentException | IOException e) {
                // see above
            }
        });
    }
}
