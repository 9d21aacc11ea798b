// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.Availability;
import org.verbena.VerbsProvider;
import org.verbena.channels.stream.NoRdmaException;
import org.verbena.channels.stream.StreamRuntime;
import org.verbena.cm.ConnectionManager;
import org.verbena.error.VerbsException;

/**
 * A provider of channels and selectors over RDMA.
 *
 * <p>An application passes it to a library, or makes it the default of the JVM with
 * {@code -Djava.nio.channels.spi.SelectorProvider=org.verbena.channels.RdmaSelectorProvider}. In the second case, TCP,
 * datagrams and pipes need {@code --add-exports=java.base/sun.nio.ch=ALL-UNNAMED}, because the JDK's own provider is
 * not reachable otherwise.
 *
 * <p>A channel is RDMA if a device has or reaches its address. Otherwise {@link ChannelSettings#fallback()} decides.
 * Datagram channels and pipes are those of the JDK. Selectors take the channels of this provider and of the JDK.
 *
 * <p>{@link #RdmaSelectorProvider()} reads these system properties:
 *
 * <table>
 * <caption>System properties</caption>
 * <tr><th>name</th><th>value</th></tr>
 * <tr><td>{@code verbena.provider}</td><td>the name of the provider of verbs, see {@link
 * org.verbena.ProviderLookup}</td></tr> <tr><td>{@code verbena.channels.options}</td><td>its options, separated by
 * semicolons, for example
 *     {@code profile=rxe;address=127.0.0.2}</td></tr>
 * <tr><td>{@code verbena.channels.}<i>setting</i></td><td>a setting of {@link ChannelSettings.Builder}, for example
 *     {@code verbena.channels.fallback=fail} or {@code verbena.channels.spin=PT0.00002S}</td></tr>
 * </table>
 *
 * <p>All methods are safe for use by several threads.
 */
public final class RdmaSelectorProvider extends SelectorProvider implements AutoCloseable {
    private final Object lock = new Object();
    private final Supplier<VerbsProvider> verbs;
    private final ChannelSettings settings;
    private final boolean ownsVerbs;
    private @Nullable VerbsProvider opened;
    private @Nullable StreamRuntime runtime;
    private @Nullable TcpAcceptor tcpAcceptor;
    private boolean closed;

    /**
     * Creates the provider that the system properties describe.
     *
     * @throws IllegalArgumentException if a property has an invalid value
     */
    public RdmaSelectorProvider() {
        // The devices are opened at their first use: they may use channels, whose default provider this one becomes.
        this(ChannelProperties::verbs, ChannelProperties.settings(), true);
    }

    /**
     * Creates a provider.
     *
     * @param verbs the provider of the RDMA devices
     * @param settings the settings of the channels
     */
    public RdmaSelectorProvider(VerbsProvider verbs, ChannelSettings settings) {
        this(() -> verbs, settings, false);
    }

    private RdmaSelectorProvider(Supplier<VerbsProvider> verbs, ChannelSettings settings, boolean ownsVerbs) {
        this.verbs = verbs;
        this.settings = settings;
        this.ownsVerbs = ownsVerbs;
    }

    ChannelSettings settings() {
        return settings;
    }

    /** Returns the runtime of the streams, which starts at its first use. */
    StreamRuntime runtime() throws NoRdmaException {
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException("the provider is closed");
            }
            StreamRuntime current = runtime;
            if (current == null) {
                current = start();
                runtime = current;
            }
            return current;
        }
    }

    private StreamRuntime start() throws NoRdmaException {
        try {
            VerbsProvider devices = opened == null ? verbs.get() : opened;
            opened = devices;
            Availability availability = ConnectionManager.availability(devices);
            if (!availability.isAvailable()) {
                throw new NoRdmaException("no RDMA: " + availability.reason(), null);
            }
            return new StreamRuntime(devices, settings.maxConnections(), settings.closeTimeout(), settings.keepAlive());
        } catch (VerbsException | UnsupportedOperationException e) {
            throw new NoRdmaException("no RDMA: " + e.getMessage(), e);
        }
    }

    /** Returns the JDK's own provider. */
    SelectorProvider jdk() {
        return JdkProvider.find()
                .orElseThrow(() -> new UnsupportedOperationException(
                        "the JDK's own provider is not reachable: add " + JdkProvider.FLAG + " to the JVM's options"));
    }

    /** Opens a TCP channel for an address that RDMA does not reach, if the settings permit it. */
    SocketChannel tcpSocketChannel(NoRdmaException cause) throws IOException {
        return tcp(cause).openSocketChannel();
    }

    ServerSocketChannel tcpServerSocketChannel(@Nullable NoRdmaException cause) throws IOException {
        return tcp(cause).openServerSocketChannel();
    }

    private SelectorProvider tcp(@Nullable NoRdmaException cause) throws NoRdmaException {
        if (cause != null && settings.fallback() == Fallback.FAIL) {
            throw cause;
        }
        Optional<SelectorProvider> jdk = JdkProvider.find();
        if (jdk.isEmpty() && cause != null) {
            cause.addSuppressed(new UnsupportedOperationException("TCP needs " + JdkProvider.FLAG));
            throw cause;
        }
        return jdk.orElseGet(this::jdk);
    }

    TcpAcceptor tcpAcceptor() throws IOException {
        synchronized (lock) {
            TcpAcceptor current = tcpAcceptor;
            if (current == null) {
                current = new TcpAcceptor(jdk());
                tcpAcceptor = current;
            }
            return current;
        }
    }

    // ---------------------------------------------------------------- opening

    @Override
    public SocketChannel openSocketChannel() throws IOException {
        return openSocketChannel(StandardProtocolFamily.INET6);
    }

    @Override
    public SocketChannel openSocketChannel(ProtocolFamily family) throws IOException {
        return isInternet(family) ? new RdmaSocketChannel(this, family) : jdk().openSocketChannel(family);
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
        return openServerSocketChannel(StandardProtocolFamily.INET6);
    }

    @Override
    public ServerSocketChannel openServerSocketChannel(ProtocolFamily family) throws IOException {
        return isInternet(family) ? new RdmaServerSocketChannel(this, family) : jdk().openServerSocketChannel(family);
    }

    private static boolean isInternet(ProtocolFamily family) {
        Objects.requireNonNull(family, "family");
        return family == StandardProtocolFamily.INET || family == StandardProtocolFamily.INET6;
    }

    @Override
    public AbstractSelector openSelector() {
        return new RdmaSelector(this);
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

    /**
     * Closes the RDMA channels of this provider and frees its resources. Bytes that were written are delivered first,
     * within {@link ChannelSettings#closeTimeout()}. The provider of verbs stays open, unless this provider was created
     * from system properties. If an object cannot be closed, all others are, and a second call tries again.
     */
    @Override
    public void close() {
        StreamRuntime streams;
        TcpAcceptor acceptor;
        VerbsProvider devices;
        synchronized (lock) {
            closed = true;
            streams = runtime;
            devices = opened;
            acceptor = tcpAcceptor;
            tcpAcceptor = null;
        }
        try {
            if (streams != null) {
                streams.close();
            }
        } finally {
            try {
                if (acceptor != null) {
                    acceptor.close();
                }
            } finally {
                closeVerbs(devices);
            }
        }
    }

    private void closeVerbs(@Nullable VerbsProvider devices) {
        if (ownsVerbs && devices instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("the provider of verbs was not closed", e);
            }
        }
    }

    @Override
    public String toString() {
        return "RdmaSelectorProvider[" + settings.fallback() + "]";
    }
}
