// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.testsuite.transport.NioEventLoopTest;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.Executor;

/** Runs Netty's event loop tests on a selector over RDMA. */
public abstract class EventLoopOverRdmaTest extends NioEventLoopTest {
    /** Returns the provider of the selectors. */
    protected abstract SelectorProvider provider();

    @Override
    @SuppressWarnings("deprecation") // Netty's tests list the channels of a loop, which its replacement cannot do.
    protected EventLoopGroup newEventLoopGroup() {
        return new NioEventLoopGroup(0, (Executor) null, provider());
    }

    @Override
    protected Channel newChannel() {
        return new NioSocketChannel(provider());
    }
}
