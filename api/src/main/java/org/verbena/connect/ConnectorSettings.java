package org.verbena.connect;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.Mtu;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/**
 * How a {@link Connector} sets up queue pairs, which is what {@code ibv_modify_qp(3)} wants and the peer does not say, and
 * whom it trusts. Immutable.
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
    }

    /**
     * What serves most fabrics.
     *
     * @return settings with every default
     */
    public static ConnectorSettings defaults() {
        return builder().build();
    }

    /**
     * Starts from the defaults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The port.
     *
     * @return {@code port_num}, 1..255
     */
    public int portNum() {
        return portNum;
    }

    /**
     * The index of the source GID.
     *
     * @return {@code sgid_index}, 0..255; empty for the first RoCEv2 entry with an IPv4 address, else the first RoCEv2 one, else
     *     the first one, and for none on InfiniBand
     */
    public OptionalInt gidIndex() {
        return gidIndex;
    }

    /**
     * The largest path MTU.
     *
     * @return at most this; empty for {@code active_mtu} of the port
     */
    public Optional<Mtu> mtu() {
        return Optional.ofNullable(mtu);
    }

    /**
     * The packet sequence number that sends begin with.
     *
     * @return {@code sq_psn}, 24 bits; empty for a random one
     */
    public OptionalInt psn() {
        return psn;
    }

    /**
     * How long to wait for an acknowledgement.
     *
     * @return {@code timeout}, 0..31: 4.096 microseconds times two to this power; 0 for ever
     */
    public int timeout() {
        return timeout;
    }

    /**
     * Returns the number of retransmissions of a packet that is not acknowledged in time.
     *
     * @return {@code retry_cnt}, 0..7; 7 without end on rdma_rxe, see {@link org.verbena.attr.QpAttr#retryCnt()}
     */
    public int retryCnt() {
        return retryCnt;
    }

    /**
     * How often to send again what the peer had no receive for.
     *
     * @return {@code rnr_retry}, 0..7; 7 for ever
     */
    public int rnrRetry() {
        return rnrRetry;
    }

    /**
     * How long the peer is asked to wait when there is no receive here.
     *
     * @return {@code min_rnr_timer}, a code of 0..31 as in {@code ibv_modify_qp(3)}
     */
    public int minRnrTimer() {
        return minRnrTimer;
    }

    /**
     * Reads and atomics under way as their initiator.
     *
     * @return at most so many, 0..255; the device and the peer may have less
     */
    public int maxRdAtomic() {
        return maxRdAtomic;
    }

    /**
     * Reads and atomics of the peer that are answered at a time.
     *
     * @return at most so many, 0..255; the device and the peer may have less
     */
    public int maxDestRdAtomic() {
        return maxDestRdAtomic;
    }

    /**
     * What the peer may do. Its requests also need the right of the region that they concern.
     *
     * @return {@code qp_access_flags}; empty for writes, and reads and atomics where the kind of queue pair and the
     *     device have them
     */
    public Optional<Flags<AccessFlag>> access() {
        return Optional.ofNullable(access);
    }

    /**
     * The index of the P_Key.
     *
     * @return {@code pkey_index}, 0..65535
     */
    public int pkeyIndex() {
        return pkeyIndex;
    }

    /**
     * The Q_Key of datagrams.
     *
     * @return {@code qkey}, 0..4294967295
     */
    public long qkey() {
        return qkey;
    }

    /**
     * The traffic class of the global route.
     *
     * @return {@code traffic_class}, 0..255
     */
    public int trafficClass() {
        return trafficClass;
    }

    /**
     * The flow label of the global route.
     *
     * @return {@code flow_label}, 20 bits
     */
    public int flowLabel() {
        return flowLabel;
    }

    /**
     * The hop limit of the global route.
     *
     * @return {@code hop_limit}, 0..255
     */
    public int hopLimit() {
        return hopLimit;
    }

    /**
     * The service level.
     *
     * @return {@code sl}, 0..15
     */
    public int sl() {
        return sl;
    }

    /**
     * How long somebody who has come to a listener has to say what he wants; the next one waits meanwhile.
     *
     * @return at most this, more than 0
     */
    public Duration requestTimeout() {
        return requestTimeout;
    }

    /**
     * Whether only those who know a secret can connect. The secret itself is not told.
     *
     * @return whether there is one
     */
    public boolean hasSharedSecret() {
        return secret != null;
    }

    @Nullable
    SharedSecret secret() {
        return secret;
    }

    /** Builds {@link ConnectorSettings}. Not for use by several threads at once. */
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

        private Builder() {}

        /**
         * Sets the port; without, 1.
         *
         * @param value 1..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder portNum(int value) {
            portNum = (int) inRange("port_num", value, 1, UINT8);
            return this;
        }

        /**
         * Sets the index of the source GID. On InfiniBand a global route is used then.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder gidIndex(int value) {
            gidIndex = OptionalInt.of((int) inRange("sgid_index", value, 0, UINT8));
            return this;
        }

        /**
         * Limits the path MTU.
         *
         * @param value at most this
         * @return this builder
         * @throws InvalidRequestException for {@link Mtu#UNKNOWN}
         */
        public Builder mtu(Mtu value) {
            inRange("path_mtu", value.value(), Mtu.BYTES_256.value(), Mtu.BYTES_4096.value());
            mtu = value;
            return this;
        }

        /**
         * Sets the packet sequence number that sends begin with; without, it is random, so that packets of an earlier
         * connection are not taken for those of this one.
         *
         * @param value 24 bits
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder psn(int value) {
            psn = OptionalInt.of((int) inRange("sq_psn", value, 0, UINT24));
            return this;
        }

        /**
         * Sets how long to wait for an acknowledgement; without, 14, which is 67 ms.
         *
         * @param value 0..31, see {@link ConnectorSettings#timeout()}
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder timeout(int value) {
            timeout = (int) inRange("timeout", value, 0, UINT5);
            return this;
        }

        /**
         * Sets the number of retransmissions of a packet that is not acknowledged in time; default 6. The default is not
         * 7, because rdma_rxe then never reports that the peer does not answer, see {@link
         * org.verbena.attr.QpAttr#retryCnt()}.
         *
         * @param value 0..7
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder retryCnt(int value) {
            retryCnt = (int) inRange("retry_cnt", value, 0, UINT3);
            return this;
        }

        /**
         * Sets how often to send again what the peer had no receive for; without, 7: for ever, as a peer may be slow.
         *
         * @param value 0..7
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder rnrRetry(int value) {
            rnrRetry = (int) inRange("rnr_retry", value, 0, UINT3);
            return this;
        }

        /**
         * Sets how long the peer is asked to wait when there is no receive here; without, 12, which is 0.64 ms.
         *
         * @param value 0..31
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder minRnrTimer(int value) {
            minRnrTimer = (int) inRange("min_rnr_timer", value, 0, UINT5);
            return this;
        }

        /**
         * Limits the reads and atomics under way as their initiator; without, only the devices do.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxRdAtomic(int value) {
            maxRdAtomic = (int) inRange("max_rd_atomic", value, 0, UINT8);
            return this;
        }

        /**
         * Limits the reads and atomics of the peer that are answered at a time; without, only the devices do.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder maxDestRdAtomic(int value) {
            maxDestRdAtomic = (int) inRange("max_dest_rd_atomic", value, 0, UINT8);
            return this;
        }

        /**
         * Sets what the peer may do.
         *
         * @param value {@code qp_access_flags}
         * @return this builder
         */
        public Builder access(Flags<AccessFlag> value) {
            access = value;
            return this;
        }

        /**
         * Sets the index of the P_Key; without, 0.
         *
         * @param value 0..65535
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder pkeyIndex(int value) {
            pkeyIndex = (int) inRange("pkey_index", value, 0, UINT16);
            return this;
        }

        /**
         * Sets the Q_Key of datagrams; without, 0x11111111.
         *
         * @param value 0..4294967295; those with bit 31 are for privileged users
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder qkey(long value) {
            qkey = inRange("qkey", value, 0, UINT32);
            return this;
        }

        /**
         * Sets the traffic class; without, 0.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder trafficClass(int value) {
            trafficClass = (int) inRange("traffic_class", value, 0, UINT8);
            return this;
        }

        /**
         * Sets the flow label; without, 0.
         *
         * @param value 20 bits
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder flowLabel(int value) {
            flowLabel = (int) inRange("flow_label", value, 0, UINT20);
            return this;
        }

        /**
         * Sets the hop limit; without, 64.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder hopLimit(int value) {
            hopLimit = (int) inRange("hop_limit", value, 0, UINT8);
            return this;
        }

        /**
         * Sets the service level; without, 0.
         *
         * @param value 0..15
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder sl(int value) {
            sl = (int) inRange("sl", value, 0, 15);
            return this;
        }

        /**
         * Limits how long somebody who has come to a listener has to say what he wants; without, 10 seconds.
         *
         * @param value at most this
         * @return this builder
         * @throws InvalidRequestException unless it is more than 0
         */
        public Builder requestTimeout(Duration value) {
            if (value.isZero() || value.isNegative()) {
                throw refuse("request_timeout", value.toString(), "more than PT0S", "nobody is heard in no time");
            }
            requestTimeout = value;
            return this;
        }

        /**
         * Sets what both sides must know to be connected over a socket. Without, whoever reaches the port can connect. A
         * side with a secret refuses one without, and one without refuses one with a secret.
         *
         * <p>Who records a handshake, or only talks to the port, can try guesses in his own time: take random bytes, 32 of
         * {@link java.security.SecureRandom}, say, not a word that somebody remembers.
         *
         * @param value 16..4096 bytes, which are copied: the array can be overwritten afterwards
         * @return this builder
         * @throws InvalidRequestException if there are fewer or more bytes
         */
        public Builder sharedSecret(byte[] value) {
            if (value.length < MIN_SECRET || value.length > MAX_SECRET) {
                throw refuse(
                        "shared_secret",
                        value.length + " bytes",
                        MIN_SECRET + ".." + MAX_SECRET + " bytes",
                        "a short secret can be guessed, and a long one is some other file");
            }
            secret = new SharedSecret(value);
            return this;
        }

        /**
         * Finishes.
         *
         * @return the settings
         */
        public ConnectorSettings build() {
            return new ConnectorSettings(this);
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
                        "the attribute is no wider on the wire",
                        "ibv_modify_qp(3)");
                throw new InvalidRequestException("ibv_modify_qp", Errno.EINVAL, "connector settings", violation);
            }
            return value;
        }
    }
}
