// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.verbena.QpInitAttr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/** The settings of the connections of a {@link CmConnector}. Immutable. */
public final class CmConnectorSettings {
    private final PortSpace portSpace;
    private final QpInitAttr attr;
    private final ConnParam param;
    private final Consumer<CmConnection> prepare;
    private final Optional<Consumer<ProgressEngine.Builder>> engine;
    private final Optional<InetSocketAddress> source;
    private final OptionalInt tos;
    private final OptionalInt ackTimeout;
    private final int minRnrTimer;
    private final Optional<Duration> keepAlive;
    private final int backlog;
    private final Duration resolveTimeout;
    private final Duration timeout;

    private CmConnectorSettings(Builder builder) {
        portSpace = builder.portSpace;
        attr = builder.attr;
        param = builder.param;
        prepare = builder.prepare;
        engine = Optional.ofNullable(builder.engine);
        source = Optional.ofNullable(builder.source);
        tos = builder.tos;
        ackTimeout = builder.ackTimeout;
        minRnrTimer = builder.minRnrTimer;
        keepAlive = Optional.ofNullable(builder.keepAlive);
        backlog = builder.backlog;
        resolveTimeout = builder.resolveTimeout;
        timeout = builder.timeout;
    }

    /** {@return the settings of a builder without changes} */
    public static CmConnectorSettings defaults() {
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

    PortSpace portSpace() {
        return portSpace;
    }

    QpInitAttr attr() {
        return attr;
    }

    ConnParam param() {
        return param;
    }

    Consumer<CmConnection> prepare() {
        return prepare;
    }

    Optional<Consumer<ProgressEngine.Builder>> engine() {
        return engine;
    }

    Optional<InetSocketAddress> source() {
        return source;
    }

    OptionalInt tos() {
        return tos;
    }

    OptionalInt ackTimeout() {
        return ackTimeout;
    }

    int minRnrTimer() {
        return minRnrTimer;
    }

    Optional<Duration> keepAlive() {
        return keepAlive;
    }

    int backlog() {
        return backlog;
    }

    Duration resolveTimeout() {
        return resolveTimeout;
    }

    Duration timeout() {
        return timeout;
    }

    /**
     * A builder of {@link CmConnectorSettings}. Not safe for use by several threads. Setters throw {@link
     * InvalidRequestException} for a value out of range.
     */
    public static final class Builder {
        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

        private PortSpace portSpace = PortSpace.TCP;
        private QpInitAttr attr = QpInitAttr.builder()
                .maxSendWr(64)
                .maxRecvWr(64)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build();
        private ConnParam param = ConnParam.defaults();
        private Consumer<CmConnection> prepare = connection -> {};
        private @Nullable Consumer<ProgressEngine.Builder> engine;
        private @Nullable InetSocketAddress source;
        private OptionalInt tos = OptionalInt.empty();
        private OptionalInt ackTimeout = OptionalInt.empty();
        private int minRnrTimer = 12;
        private @Nullable Duration keepAlive;
        private int backlog = 128;
        private Duration resolveTimeout = Duration.ofSeconds(2);
        private Duration timeout = Duration.ofSeconds(100);

        private Builder() {}

        /** Sets the port space, {@link PortSpace#TCP} (default) or {@link PortSpace#IB}. */
        public Builder portSpace(PortSpace value) {
            if (value.qpType() != QpType.RC) {
                throw refuse(
                        "ps",
                        value.cName(),
                        PortSpace.TCP.cName() + " or " + PortSpace.IB.cName(),
                        "datagrams have no connection; use CmId or CmEndpoint");
            }
            portSpace = value;
            return this;
        }

        /**
         * Sets the request for the queue pair of each connection, see {@link CmId#createQp}. By default, each queue has
         * 64 entries with one scatter/gather element.
         */
        public Builder qpInitAttr(QpInitAttr value) {
            attr = value;
            return this;
        }

        /** Sets the parameters of both sides; default {@link ConnParam#defaults()}. */
        public Builder connParam(ConnParam value) {
            param = value;
            return this;
        }

        /**
         * Sets code that runs for each connection before it is established: its queue pair exists, and accepts
         * receives. If the code throws, the connection fails with that exception. By default nothing runs.
         */
        public Builder prepare(Consumer<CmConnection> value) {
            prepare = value;
            return this;
        }

        /**
         * Gives each connection an {@link AsyncQueuePair}. The connector creates, starts and closes one {@link
         * ProgressEngine} for each device. Its completion queue replaces those of {@link #qpInitAttr}.
         *
         * @param value sets the values of each engine
         */
        public Builder async(Consumer<ProgressEngine.Builder> value) {
            engine = value;
            return this;
        }

        /** Sets the local address of outgoing connections; by default the route determines it. */
        public Builder source(InetSocketAddress value) {
            source = value;
            return this;
        }

        /** Sets the type of service of outgoing connections, 0..255; by default that of the kernel, 0. */
        public Builder tos(int value) {
            tos = OptionalInt.of(inRange("RDMA_OPTION_ID_TOS", value, 0, 0xFF));
            return this;
        }

        /** Sets the ACK timeout of outgoing connections, see {@link CmId#setAckTimeout}, 0..31. */
        public Builder ackTimeout(int value) {
            ackTimeout = OptionalInt.of(inRange("RDMA_OPTION_ID_ACK_TIMEOUT", value, 0, 31));
            return this;
        }

        /**
         * Sets {@code min_rnr_timer}, the time after which the peer repeats a send for which this side has no receive,
         * 0..31 as in {@code ibv_modify_qp(3)}; default 12 (0.64 ms). librdmacm leaves it at 0, which means 655 ms.
         * iWARP has no such timer.
         */
        public Builder minRnrTimer(int value) {
            minRnrTimer = inRange("min_rnr_timer", value, 0, 31);
            return this;
        }

        /**
         * Sets the time after which a connection ends because nothing arrives from its peer, see {@link
         * CmId#setKeepAlive}; zero for no keepalive. The default is that of the provider: 20 seconds for a simulator on
         * a network, none for other providers, whose connections fail with {@link Errno#EOPNOTSUPP} if this method is
         * called.
         */
        public Builder keepAlive(Duration value) {
            keepAlive = value;
            return this;
        }

        /** Sets the number of requests that a listener keeps until they are taken, 1..65535; default 128. */
        public Builder backlog(int value) {
            backlog = inRange("backlog", value, 1, 0xFFFF);
            return this;
        }

        /** Sets the time limit for an address and for a route, at least a millisecond; default 2 seconds. */
        public Builder resolveTimeout(Duration value) {
            resolveTimeout = positive("timeout_ms", value);
            return this;
        }

        /**
         * Sets the time limit of the calls that wait for a connection; default 100 seconds. The connection manager
         * gives up after 74 seconds, and reports a reason.
         */
        public Builder timeout(Duration value) {
            timeout = positive("timeout", value);
            return this;
        }

        /** Creates the settings. Later changes of this builder do not affect them. */
        public CmConnectorSettings build() {
            return new CmConnectorSettings(this);
        }

        private static Duration positive(String attribute, Duration value) {
            if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
                throw refuse(
                        attribute,
                        value.toString(),
                        SHORTEST + ".." + LONGEST,
                        "the number of milliseconds is a positive int");
            }
            return value;
        }

        private static int inRange(String attribute, int value, int min, int max) {
            if (value < min || value > max) {
                throw refuse(attribute, Integer.toString(value), min + ".." + max, "the option has no other values");
            }
            return value;
        }

        private static InvalidRequestException refuse(String attribute, String value, String limit, String rule) {
            return new InvalidRequestException(
                    "rdma_create_id",
                    Errno.EINVAL,
                    "connector",
                    new Violation(attribute, value, limit, rule, "org.verbena.cm.CmConnectorSettings"));
        }
    }
}
