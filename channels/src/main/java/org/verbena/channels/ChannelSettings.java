// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.time.Duration;
import org.verbena.channels.rsocket.ConnectionData;

/** The settings of the channels of an {@link RdmaSelectorProvider}. Immutable. */
public final class ChannelSettings {
    /** The smallest ring, and the unit of its size: a page. */
    private static final int RING_UNIT = 4096;

    private static final int LARGEST_RING = 1 << 30;

    private final Fallback fallback;
    private final Duration fallbackTimeout;
    private final int receiveBuffer;
    private final int sendBuffer;
    private final int sendQueue;
    private final int receiveQueue;
    private final int ioMapSize;
    private final boolean sharedProtectionDomain;
    private final int poolSize;
    private final int maxConnections;
    private final Duration spin;
    private final Duration connectTimeout;
    private final Duration closeTimeout;
    private final Duration keepAlive;

    private ChannelSettings(Builder builder) {
        fallback = builder.fallback;
        fallbackTimeout = builder.fallbackTimeout;
        receiveBuffer = builder.receiveBuffer;
        sendBuffer = builder.sendBuffer;
        sendQueue = builder.sendQueue;
        receiveQueue = builder.receiveQueue;
        ioMapSize = builder.ioMapSize;
        sharedProtectionDomain = builder.sharedProtectionDomain;
        poolSize = builder.poolSize;
        maxConnections = builder.maxConnections;
        spin = builder.spin;
        connectTimeout = builder.connectTimeout;
        closeTimeout = builder.closeTimeout;
        keepAlive = builder.keepAlive;
    }

    /** {@return the settings of a builder without changes} */
    public static ChannelSettings defaults() {
        return builder().build();
    }

    /**
     * Creates a builder with the default values.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the treatment of addresses without RDMA} */
    public Fallback fallback() {
        return fallback;
    }

    /** {@return how long a connection attempt waits for an RDMA answer before it continues by TCP} */
    public Duration fallbackTimeout() {
        return fallbackTimeout;
    }

    /**
     * Returns the size of the ring into which the peer writes.
     *
     * @return the bytes for each connection
     */
    public int receiveBuffer() {
        return receiveBuffer;
    }

    /**
     * Returns the size of the ring that holds sent bytes until the peer's device acknowledges them.
     *
     * @return the bytes for each connection
     */
    public int sendBuffer() {
        return sendBuffer;
    }

    /**
     * Returns the number of messages that a connection sends before their completion.
     *
     * @return the entries of the send queue
     */
    public int sendQueue() {
        return sendQueue;
    }

    /**
     * Returns the number of messages that the peer may send before the application has read them.
     *
     * @return the entries of the receive queue
     */
    public int receiveQueue() {
        return receiveQueue;
    }

    /**
     * Returns the number of mappings that the peer can have at a time, see {@link RdmaConnection}.
     *
     * @return the entries of the I/O map
     */
    public int ioMapSize() {
        return ioMapSize;
    }

    /** {@return whether all connections of a device share a protection domain; false if each connection has its own} */
    public boolean sharedProtectionDomain() {
        return sharedProtectionDomain;
    }

    /**
     * Returns the limit of {@link RdmaConnection#bufferPool}.
     *
     * @return the bytes that a pool registers at most
     */
    public int poolSize() {
        return poolSize;
    }

    /** {@return the number of connections that the provider has at a time, which bounds registered memory} */
    public int maxConnections() {
        return maxConnections;
    }

    /** {@return how long a waiting call polls before it sleeps, zero to sleep at once} */
    public Duration spin() {
        return spin;
    }

    /** {@return how long a connection attempt may take} */
    public Duration connectTimeout() {
        return connectTimeout;
    }

    /** {@return how long a closed channel tries to deliver the bytes that were written before} */
    public Duration closeTimeout() {
        return closeTimeout;
    }

    /**
     * Returns how often a channel with {@code SO_KEEPALIVE} checks its peer.
     *
     * @return the time between two checks
     */
    public Duration keepAlive() {
        return keepAlive;
    }

    /** Returns the size of the I/O map for a requested size. */
    static int ioMapSize(String name, int requested) {
        return ConnectionData.ioMapSize(Builder.range(name, requested, 0, ConnectionData.MAX_IO_MAP));
    }

    /** Returns the size of the ring for a requested size: at least a page, at most 1073741824 bytes, whole pages. */
    static int ringSize(int requested) {
        int bounded = Math.max(RING_UNIT, Math.min(LARGEST_RING, requested));
        return (bounded + RING_UNIT - 1) & -RING_UNIT;
    }

    /**
     * A builder of {@link ChannelSettings}. Not safe for use by several threads. Setters throw
     * {@link IllegalArgumentException} for a value out of range.
     */
    public static final class Builder {
        private static final int SMALLEST_QUEUE = 16;
        private static final int LARGEST_QUEUE = 32_767;

        private Fallback fallback = Fallback.TCP;
        private Duration fallbackTimeout = Duration.ofSeconds(3);
        private int receiveBuffer = 128 * 1024;
        private int sendBuffer = 128 * 1024;
        private int sendQueue = 384;
        private int receiveQueue = 384;
        private int ioMapSize;
        private boolean sharedProtectionDomain;
        private int poolSize = 4 * 1024 * 1024;
        private int maxConnections = 16_384;
        private Duration spin = Duration.ofMillis(1);
        private Duration connectTimeout = Duration.ofSeconds(127);
        private Duration closeTimeout = Duration.ofSeconds(30);
        private Duration keepAlive = Duration.ofHours(2);

        private Builder() {}

        /** Sets the treatment of addresses without RDMA; default {@link Fallback#TCP}. */
        public Builder fallback(Fallback value) {
            fallback = value;
            return this;
        }

        /**
         * Sets how long a connection attempt waits for an RDMA answer before it continues by TCP; default 3 seconds. It
         * has no effect with {@link Fallback#FAIL}.
         */
        public Builder fallbackTimeout(Duration value) {
            fallbackTimeout = notNegative("fallbackTimeout", value);
            return this;
        }

        /**
         * Sets the size of the receive ring in bytes, 4096..1073741824, rounded up to a multiple of 4096; default
         * 131072. {@code SO_RCVBUF} changes it for a channel.
         */
        public Builder receiveBuffer(int value) {
            receiveBuffer = buffer("receiveBuffer", value);
            return this;
        }

        /**
         * Sets the size of the send ring in bytes, 4096..1073741824, rounded up to a multiple of 4096; default 131072.
         * {@code SO_SNDBUF} changes it for a channel.
         */
        public Builder sendBuffer(int value) {
            sendBuffer = buffer("sendBuffer", value);
            return this;
        }

        /** Sets the entries of the send queue, 16..32767; default 384. The device may grant fewer. */
        public Builder sendQueue(int value) {
            sendQueue = range("sendQueue", value, SMALLEST_QUEUE, LARGEST_QUEUE);
            return this;
        }

        /** Sets the entries of the receive queue, 16..32767; default 384. The device may grant fewer. */
        public Builder receiveQueue(int value) {
            receiveQueue = range("receiveQueue", value, SMALLEST_QUEUE, LARGEST_QUEUE);
            return this;
        }

        /**
         * Sets the number of mappings that the peer can have at a time, 0..32512, see {@link RdmaConnection}; default
         * 0. A number above 128 is rounded up to a multiple of 256. {@link RdmaConnection#IO_MAP_SIZE} changes it for a
         * channel.
         */
        public Builder ioMapSize(int value) {
            ioMapSize = ChannelSettings.ioMapSize("ioMapSize", value);
            return this;
        }

        /**
         * Sets whether all connections of a device share a protection domain; default false. A shared one saves an
         * object of the device for each connection. A hostile peer can then write into the ring and the mapped memory
         * of another connection.
         */
        public Builder sharedProtectionDomain(boolean value) {
            sharedProtectionDomain = value;
            return this;
        }

        /**
         * Sets the bytes that {@link RdmaConnection#bufferPool} registers at most, 4096..1073741824, rounded up to a
         * multiple of 4096; default 4194304. A pool registers memory only when the application takes buffers.
         */
        public Builder poolSize(int value) {
            poolSize = buffer("poolSize", value);
            return this;
        }

        /** Sets the number of connections at a time, at least 1; default 16384. Further connections are refused. */
        public Builder maxConnections(int value) {
            maxConnections = range("maxConnections", value, 1, Integer.MAX_VALUE);
            return this;
        }

        /**
         * Sets how long a waiting call polls before it sleeps; default 1 millisecond; zero does not poll. A call polls
         * only while that shortens its waits by a fifth.
         */
        public Builder spin(Duration value) {
            spin = notNegative("spin", value);
            return this;
        }

        /** Sets how long a connection attempt may take; default 127 seconds, as for TCP on Linux. */
        public Builder connectTimeout(Duration value) {
            connectTimeout = notNegative("connectTimeout", value);
            return this;
        }

        /** Sets how long a closed channel tries to deliver the bytes that were written before; default 30 seconds. */
        public Builder closeTimeout(Duration value) {
            closeTimeout = notNegative("closeTimeout", value);
            return this;
        }

        /**
         * Sets how often a channel with {@code SO_KEEPALIVE} checks its peer, at least a millisecond; default 2 hours,
         * as for TCP on Linux. A check is a message without bytes. It fails if the peer's device does not acknowledge
         * it.
         */
        public Builder keepAlive(Duration value) {
            if (value.toMillis() < 1) {
                throw new IllegalArgumentException("keepAlive = " + value + ", minimum 1 ms");
            }
            keepAlive = value;
            return this;
        }

        /** Returns the settings. Later changes of this builder do not affect them. */
        public ChannelSettings build() {
            return new ChannelSettings(this);
        }

        private static int buffer(String name, int value) {
            return ringSize(range(name, value, RING_UNIT, LARGEST_RING));
        }

        private static int range(String name, int value, int min, int max) {
            if (value < min || value > max) {
                throw new IllegalArgumentException(name + " = " + value + ", allowed " + min + ".." + max);
            }
            return value;
        }

        private static Duration notNegative(String name, Duration value) {
            if (value.isNegative()) {
                throw new IllegalArgumentException(name + " = " + value + ", allowed 0 or more");
            }
            return value;
        }
    }
}
