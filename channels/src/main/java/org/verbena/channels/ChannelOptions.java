// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.verbena.channels.stream.StreamSettings;

/** The socket options of a channel. They take effect when the channel binds or connects. */
final class ChannelOptions {
    /** The number of mappings of the peer, {@link RdmaConnection#IO_MAP_SIZE}. */
    static final SocketOption<Integer> IO_MAP_SIZE = new RdmaOption("IO_MAP_SIZE");

    private static final Set<SocketOption<?>> CLIENT = Set.of(
            StandardSocketOptions.SO_SNDBUF,
            StandardSocketOptions.SO_RCVBUF,
            StandardSocketOptions.SO_KEEPALIVE,
            StandardSocketOptions.SO_REUSEADDR,
            StandardSocketOptions.SO_REUSEPORT,
            StandardSocketOptions.SO_LINGER,
            StandardSocketOptions.TCP_NODELAY,
            StandardSocketOptions.IP_TOS,
            IO_MAP_SIZE);

    private static final Set<SocketOption<?>> SERVER = Set.of(
            StandardSocketOptions.SO_RCVBUF,
            StandardSocketOptions.SO_REUSEADDR,
            StandardSocketOptions.SO_REUSEPORT,
            IO_MAP_SIZE);

    private static final int MAX_LINGER = 65_535;
    private static final int MAX_TOS = 255;

    private final ChannelSettings settings;
    private final Set<SocketOption<?>> supported;
    private final boolean reuseAddress;
    private final Map<SocketOption<?>, Object> values = new ConcurrentHashMap<>();

    private record RdmaOption(String name) implements SocketOption<Integer> {
        @Override
        public Class<Integer> type() {
            return Integer.class;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private ChannelOptions(ChannelSettings settings, Set<SocketOption<?>> supported, boolean reuseAddress) {
        this.settings = settings;
        this.supported = supported;
        this.reuseAddress = reuseAddress;
    }

    static ChannelOptions ofSocket(ChannelSettings settings) {
        return new ChannelOptions(settings, CLIENT, false);
    }

    static ChannelOptions ofServer(ChannelSettings settings) {
        return new ChannelOptions(settings, SERVER, true); // as the JDK's server channels on Linux
    }

    Set<SocketOption<?>> supported() {
        return supported;
    }

    void requireSupported(SocketOption<?> name) {
        Objects.requireNonNull(name, "name");
        if (!supported.contains(name)) {
            throw new UnsupportedOperationException("'" + name + "' not supported");
        }
    }

    <T> void set(SocketOption<T> name, T value) {
        requireSupported(name);
        if (value == null || !name.type().isInstance(value)) {
            throw new IllegalArgumentException("Invalid value '" + value + "' for option '" + name + "'");
        }
        values.put(name, value instanceof Integer number ? number(name, number) : value);
    }

    private static int number(SocketOption<?> name, int value) {
        if (name.equals(StandardSocketOptions.SO_LINGER)) {
            return value < 0 ? -1 : Math.min(value, MAX_LINGER);
        }
        if (name.equals(StandardSocketOptions.IP_TOS)) {
            if (value < 0 || value > MAX_TOS) {
                throw new IllegalArgumentException("Invalid IP_TOS value");
            }
            return value;
        }
        if (name.equals(IO_MAP_SIZE)) {
            return ChannelSettings.ioMapSize(name.name(), value);
        }
        if (value < 0) {
            throw new IllegalArgumentException("Invalid send/receive buffer size");
        }
        return ChannelSettings.ringSize(value);
    }

    /** Sets an option of a channel, and of its connection if there is one. */
    <T> void set(SocketOption<T> name, T value, @Nullable Transfer connection) throws IOException {
        set(name, value);
        if (connection != null) {
            connection.setOption(name, value);
        }
    }

    /** Returns the value of the connection if there is one and it knows it, otherwise that of the channel. */
    <T> T get(SocketOption<T> name, @Nullable Transfer connection) throws IOException {
        T value = connection == null ? null : connection.getOption(name);
        return value == null ? get(name) : value;
    }

    /** Returns a value that was set, or the default. */
    <T> T get(SocketOption<T> name) {
        requireSupported(name);
        return Objects.requireNonNull(name.type().cast(value(name)));
    }

    private Object value(SocketOption<?> name) {
        Object value = values.get(name);
        return value == null ? standard(name) : value;
    }

    private Object standard(SocketOption<?> name) {
        if (name.equals(StandardSocketOptions.SO_SNDBUF)) {
            return settings.sendBuffer();
        }
        if (name.equals(StandardSocketOptions.SO_RCVBUF)) {
            return settings.receiveBuffer();
        }
        if (name.equals(IO_MAP_SIZE)) {
            return settings.ioMapSize();
        }
        if (name.equals(StandardSocketOptions.SO_LINGER)) {
            return -1;
        }
        if (name.equals(StandardSocketOptions.SO_REUSEADDR)) {
            return reuseAddress;
        }
        return name.equals(StandardSocketOptions.IP_TOS) ? (Object) 0 : false;
    }

    /** Sets the options of a TCP channel that were set here. */
    void applyTo(NetworkChannel channel) throws IOException {
        for (Map.Entry<SocketOption<?>, Object> entry : values.entrySet()) {
            apply(channel, entry.getKey(), entry.getValue());
        }
    }

    private static <T> void apply(NetworkChannel channel, SocketOption<T> name, Object value) throws IOException {
        if (channel.supportedOptions().contains(name)) {
            channel.setOption(name, name.type().cast(value));
        }
    }

    /** Returns the settings of a stream. */
    StreamSettings stream() {
        Object tos = values.get(StandardSocketOptions.IP_TOS);
        Object reuse = values.get(StandardSocketOptions.SO_REUSEADDR);
        Object reusePort = values.get(StandardSocketOptions.SO_REUSEPORT);
        return new StreamSettings(
                (int) value(StandardSocketOptions.SO_RCVBUF),
                (int) value(StandardSocketOptions.SO_SNDBUF),
                settings.sendQueue(),
                settings.receiveQueue(),
                (int) value(IO_MAP_SIZE),
                settings.sharedProtectionDomain(),
                settings.poolSize(),
                settings.connectTimeout(),
                settings.fallback() == Fallback.TCP && JdkProvider.find().isPresent()
                        ? settings.fallbackTimeout()
                        : null,
                Boolean.TRUE.equals(reuse) || Boolean.TRUE.equals(reusePort),
                tos == null ? -1 : (int) tos);
    }
}
