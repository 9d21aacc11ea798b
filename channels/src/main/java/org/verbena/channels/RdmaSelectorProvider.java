package org.verbena.channels;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;

/**
 * A provider of channels and selectors over RDMA.
 */
public final class RdmaSelectorProvider extends SelectorProvider implements AutoCloseable {
    private final VerbsProvider verbs;
    private final ChannelSettings settings;

    /** Creates the provider that the system properties describe. */
    public RdmaSelectorProvider() {
        this(Verbs.provider(), ChannelSettings.defaults());
    }

    /**
     * Creates a provider.
     *
     * @param verbs the provider of the RDMA devices
     * @param settings the settings of the channels
     */
    public RdmaSelectorProvider(VerbsProvider verbs, ChannelSettings settings) {
        this.verbs = verbs;
        this.settings = settings;
    }

    private SelectorProvider jdk() {
        return JdkProvider.find()
                .orElseThrow(() -> new UnsupportedOperationException(
                        verbs.name() + ", " + settings.fallback() + ": needs " + JdkProvider.FLAG));
    }

    @Override
    public DatagramChannel openDatagramChannel() throws IOException {
        return jdk().openDatagramChannel();
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
        return jdk().openDatagramChannel(family);
    }

    @Override
    public Pipe openPipe() throws IOException {
        return jdk().openPipe();
    }

    @Override
    public AbstractSelector openSelector() throws IOException {
        return jdk().openSelector();
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
        return jdk().openServerSocketChannel();
    }

    @Override
    public SocketChannel openSocketChannel() throws IOException {
        return jdk().openSocketChannel();
    }

    @Override
    public void close() {}
}
