// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.Mtu;
import org.verbena.cm.ConnectionManager;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/**
 * The attributes that a {@link Connector} sets by {@code ibv_modify_qp(3)} and does not receive from the peer, and the
 * shared secret of the two sides. This class is immutable. Setters throw {@link InvalidRequestException} for a value
 * out of range.
 */
public final class ConnectorSettings {
    private static final int UINT5 = 31;
    private static final int UINT3 = 7;
    private static final int UINT8 = 0xFF;
    private static final int UINT16 = 0xFFFF;
    private static final int UINT20 = 0xF_FFFF;
    private static final int UINT24 = 0xFF_FFFF;
    private static final long UINT32 = 0xFFFF_FFFFL;
    private static final int MIN_SECRET = 16;
    private static final int MAX_SECRET = 4096;

    private final int portNum;
    private final OptionalInt gidIndex;
    private final @Nullable Mtu mtu;
    private final OptionalInt psn;
    private final int timeout;
    private final int retryCnt;
    private final int rnrRetry;
    private final int minRnrTimer;
    private final int maxRdAtomic;
    private final int maxDestRdAtomic;
    private final @Nullable Flags<AccessFlag> access;
    private final int pkeyIndex;
    private final long qkey;
    private final int trafficClass;
    private final int flowLabel;
    private final int hopLimit;
    private final int sl;
    private final Duration requestTimeout;
    private final @Nullable SharedSecret secret;
    private final @Nullable ConnectionManager manager;

    private ConnectorSettings(Builder builder) {
        this.portNum = builder.portNum;
        this.gidIndex = builder.gidIndex;
        this.mtu = builder.mtu;
        this.psn = builder.psn;
        this.timeout = builder.timeout;
        this.retryCnt = builder.retryCnt;
        this.rnrRetry = builder.rnrRetry;
        this.minRnrTimer = builder.minRnrTimer;
        this.maxRdAtomic = builder.maxRdAtomic;
        this.maxDestRdAtomic = builder.maxDestRdAtomic;
        this.access = builder.access;
        this.pkeyIndex = builder.pkeyIndex;
        this.qkey = builder.qkey;
        this.trafficClass = builder.trafficClass;
        this.flowLabel = builder.flowLabel;
        this.hopLimit = builder.hopLimit;
        this.sl = builder.sl;
        this.requestTimeout = builder.requestTimeout;
        this.secret = builder.secret;
        this.manager = builder.manager;
    }

    /** Returns the default settings, which suit most fabrics. */
    public static ConnectorSettings defaults() {
        return builder().build();
    }

    /** Creates a builder with the default settings. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code port_num}, 1..255. */
    public int portNum() {
        return portNum;
    }

    /**
     * Returns {@code sgid_index}, 0..255. If empty, the connector chooses an entry as {@link
     * org.verbena.attr.GidEntry#preferred} does, but of an IP version that the peer also has. On InfiniBand it then
     * uses none.
     */
    public OptionalInt gidIndex() {
        return gidIndex;
    }

    /** Returns the upper bound of {@code path_mtu}; empty for {@code active_mtu} of the port. */
    public Optional<Mtu> mtu() {
        return Optional.ofNullable(mtu);
    }

    /** Returns {@code sq_psn}, a 24-bit number; empty for a random one. */
    public OptionalInt psn() {
        return psn;
    }

    /**
     * Returns {@code timeout}, 0..31. The local ACK timeout is 4.096 microseconds times two to this power; 0 is
     * infinite.
     */
    public int timeout() {
        return timeout;
    }

    /** Returns {@code retry_cnt}, 0..7. On rdma_rxe, 7 is infinite, see {@link org.verbena.attr.QpAttr#retryCnt()}. */
    public int retryCnt() {
        return retryCnt;
    }

    /** Returns {@code rnr_retry}, the number of retries after an RNR NAK, 0..7; 7 is infinite. */
    public int rnrRetry() {
        return rnrRetry;
    }

    /** Returns {@code min_rnr_timer}, a code in 0..31 as in {@code ibv_modify_qp(3)}. */
    public int minRnrTimer() {
        return minRnrTimer;
    }

    /** Returns the upper bound of {@code max_rd_atomic}, 0..255. The negotiated value may be lower. */
    public int maxRdAtomic() {
        return maxRdAtomic;
    }

    /** Returns the upper bound of {@code max_dest_rd_atomic}, 0..255. The negotiated value may be lower. */
    public int maxDestRdAtomic() {
        return maxDestRdAtomic;
    }

    /**
     * Returns {@code qp_access_flags}. If empty, the connector permits writes, and also reads and atomics if the queue
     * pair type and the device support them. Requests of the peer also need the access rights of the memory region.
     */
    public Optional<Flags<AccessFlag>> access() {
        return Optional.ofNullable(access);
    }

    /** Returns {@code pkey_index}, 0..65535. */
    public int pkeyIndex() {
        return pkeyIndex;
    }

    /** Returns {@code qkey} of datagram queue pairs, 0..4294967295. */
    public long qkey() {
        return qkey;
    }

    /** Returns {@code traffic_class} of the global route, 0..255. */
    public int trafficClass() {
        return trafficClass;
    }

    /** Returns {@code flow_label} of the global route, a 20-bit number. */
    public int flowLabel() {
        return flowLabel;
    }

    /** Returns {@code hop_limit} of the global route, 0..255. */
    public int hopLimit() {
        return hopLimit;
    }

    /** Returns {@code sl}, the service level, 0..15. */
    public int sl() {
        return sl;
    }

    /**
     * Returns the maximum time that a listener waits for the request of a connected peer. Other peers wait during this
     * time.
     */
    public Duration requestTimeout() {
        return requestTimeout;
    }

    /** Returns whether peers must know a shared secret. The settings never disclose the secret. */
    public boolean hasSharedSecret() {
        return secret != null;
    }

    /** Returns the connection management of the connector; empty if its handshake uses TCP. */
    public Optional<ConnectionManager> connectionManager() {
        return Optional.ofNullable(manager);
    }

    @Nullable
    SharedSecret secret() {
        return secret;
    }

    /** A builder of {@link ConnectorSettings}. It is not safe for use by several threads. */
    public static final class Builder {
        private int portNum = 1;
        private OptionalInt gidIndex = OptionalInt.empty();
        private @Nullable Mtu mtu;
        private OptionalInt psn = OptionalInt.empty();
        private int timeout = 14;
        private int retryCnt = 6;
        private int rnrRetry = 7;
        private int minRnrTimer = 12;
        private int maxRdAtomic = UINT8;
        private int maxDestRdAtomic = UINT8;
        private @Nullable Flags<AccessFlag> access;
        private int pkeyIndex;
        private long qkey = 0x1111_1111;
        private int trafficClass;
        private int flowLabel;
        private int hopLimit = 64;
        private int sl;
        private Duration requestTimeout = Duration.ofSeconds(10);
        private @Nullable SharedSecret secret;
        private @Nullable ConnectionManager manager;

        private Builder() {}

        /** Sets {@code port_num}, 1..255; default 1. */
        public Builder portNum(int value) {
            portNum = (int) inRange("port_num", value, 1, UINT8);
            return this;
        }

        /** Sets {@code sgid_index}, 0..255. On InfiniBand, the address then has a global route. */
        public Builder gidIndex(int value) {
            gidIndex = OptionalInt.of((int) inRange("sgid_index", value, 0, UINT8));
            return this;
        }

        /** Sets the upper bound of {@code path_mtu}; any constant but {@link Mtu#UNKNOWN}. */
        public Builder mtu(Mtu value) {
            inRange("path_mtu", value.value(), Mtu.BYTES_256.value(), Mtu.BYTES_4096.value());
            mtu = value;
            return this;
        }

        /**
         * Sets {@code sq_psn}, a 24-bit number. The default is random, so that the peer does not accept packets of an
         * earlier connection.
         */
        public Builder psn(int value) {
            psn = OptionalInt.of((int) inRange("sq_psn", value, 0, UINT24));
            return this;
        }

        /** Sets {@code timeout}, 0..31; default 14, which is 67 ms. */
        public Builder timeout(int value) {
            timeout = (int) inRange("timeout", value, 0, UINT5);
            return this;
        }

        /**
         * Sets {@code retry_cnt}, 0..7; default 6. With 7, rdma_rxe never reports that the peer does not answer, see
         * {@link org.verbena.attr.QpAttr#retryCnt()}.
         */
        public Builder retryCnt(int value) {
            retryCnt = (int) inRange("retry_cnt", value, 0, UINT3);
            return this;
        }

        /** Sets {@code rnr_retry}, 0..7; default 7, which is infinite, because a peer may be slow. */
        public Builder rnrRetry(int value) {
            rnrRetry = (int) inRange("rnr_retry", value, 0, UINT3);
            return this;
        }

        /** Sets {@code min_rnr_timer}, 0..31; default 12, which is 0.64 ms. */
        public Builder minRnrTimer(int value) {
            minRnrTimer = (int) inRange("min_rnr_timer", value, 0, UINT5);
            return this;
        }

        /** Sets the upper bound of {@code max_rd_atomic}, 0..255; by default only the devices limit it. */
        public Builder maxRdAtomic(int value) {
            maxRdAtomic = (int) inRange("max_rd_atomic", value, 0, UINT8);
            return this;
        }

        /** Sets the upper bound of {@code max_dest_rd_atomic}, 0..255; by default only the devices limit it. */
        public Builder maxDestRdAtomic(int value) {
            maxDestRdAtomic = (int) inRange("max_dest_rd_atomic", value, 0, UINT8);
            return this;
        }

        /** Sets {@code qp_access_flags}, see {@link ConnectorSettings#access()}. */
        public Builder access(Flags<AccessFlag> value) {
            access = value;
            return this;
        }

        /** Sets {@code pkey_index}, 0..65535; default 0. */
        public Builder pkeyIndex(int value) {
            pkeyIndex = (int) inRange("pkey_index", value, 0, UINT16);
            return this;
        }

        /**
         * Sets {@code qkey}, 0..4294967295; default 0x11111111. Numbers with bit 31 are reserved for privileged users.
         */
        public Builder qkey(long value) {
            qkey = inRange("qkey", value, 0, UINT32);
            return this;
        }

        /** Sets {@code traffic_class}, 0..255; default 0. */
        public Builder trafficClass(int value) {
            trafficClass = (int) inRange("traffic_class", value, 0, UINT8);
            return this;
        }

        /** Sets {@code flow_label}, a 20-bit number; default 0. */
        public Builder flowLabel(int value) {
            flowLabel = (int) inRange("flow_label", value, 0, UINT20);
            return this;
        }

        /** Sets {@code hop_limit}, 0..255; default 64. */
        public Builder hopLimit(int value) {
            hopLimit = (int) inRange("hop_limit", value, 0, UINT8);
            return this;
        }

        /** Sets {@code sl}, 0..15; default 0. */
        public Builder sl(int value) {
            sl = (int) inRange("sl", value, 0, 15);
            return this;
        }

        /** Sets the maximum time for the request of a connected peer, more than 0; default 10 seconds. */
        public Builder requestTimeout(Duration value) {
            if (value.isZero() || value.isNegative()) {
                throw refuse("request_timeout", value.toString(), "more than PT0S", "the timeout must be positive");
            }
            requestTimeout = value;
            return this;
        }

        /**
         * Sets the secret that both sides must know to connect over a socket, 16..4096 bytes. By default any peer that
         * reaches the port can connect. A side with a secret rejects a peer without one, and the reverse. This method
         * copies the bytes, so the caller can overwrite the array.
         *
         * <p>A peer that records or starts a handshake can test guesses of the secret offline. Use random bytes, for
         * example 32 bytes of {@link java.security.SecureRandom}, and not a memorable word.
         */
        public Builder sharedSecret(byte[] value) {
            if (value.length < MIN_SECRET || value.length > MAX_SECRET) {
                throw refuse(
                        "shared_secret",
                        value.length + " bytes",
                        MIN_SECRET + ".." + MAX_SECRET + " bytes",
                        "a shorter secret can be guessed, and a longer file is not a secret");
            }
            secret = new SharedSecret(value);
            return this;
        }

        /**
         * Sets connection management instead of the TCP handshake: {@code rdma_cm(7)}. The addresses of a connector are
         * then those of RDMA devices, and a peer can be any program of librdmacm. By default the handshake uses TCP.
         *
         * <p>A connector of this kind connects RC queue pairs of contexts that {@link ConnectionManager#open} was
         * given. The connection manager determines GID, path MTU and packet sequence number. A request carries 56 bytes
         * of private data, and an answer 196.
         */
        public Builder connectionManager(ConnectionManager value) {
            manager = Objects.requireNonNull(value, "manager");
            return this;
        }

        /**
         * Creates the settings.
         *
         * @throws InvalidRequestException if connection management is set together with a GID index, an MTU, a packet
         *     sequence number or a shared secret
         */
        public ConnectorSettings build() {
            if (manager != null) {
                requireUnset("gid_index", gidIndex.isPresent());
                requireUnset("mtu", mtu != null);
                requireUnset("psn", psn.isPresent());
                requireUnset("shared_secret", secret != null);
            }
            return new ConnectorSettings(this);
        }

        private static void requireUnset(String attribute, boolean isSet) {
            if (isSet) {
                throw refuse(attribute, "set", "not set", "connection management determines it, or does not have it");
            }
        }

        private static InvalidRequestException refuse(String attribute, String value, String limit, String rule) {
            return new InvalidRequestException(
                    "ibv_modify_qp",
                    Errno.EINVAL,
                    "connector settings",
                    new Violation(attribute, value, limit, rule, "org.verbena.connect.ConnectorSettings"));
        }

        private static long inRange(String attribute, long value, long min, long max) {
            if (value < min || value > max) {
                Violation violation = new Violation(
                        attribute,
                        Long.toString(value),
                        min + ".." + max,
                        "the wire format has no other values",
                        "ibv_modify_qp(3)");
                throw new InvalidRequestException("ibv_modify_qp", Errno.EINVAL, "connector settings", violation);
            }
            return value;
        }
    }
}
