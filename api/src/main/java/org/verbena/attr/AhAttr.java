package org.verbena.attr;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/** Address vector: {@code struct ibv_ah_attr}. */
public final class AhAttr {
    private static final String STRUCT = "ibv_ah_attr";

    private final @Nullable GlobalRoute grh;
    private final int dlid;
    private final int sl;
    private final int srcPathBits;
    private final int staticRate;
    private final int portNum;

    private AhAttr(Builder builder) {
        this.grh = builder.grh;
        this.dlid = builder.dlid;
        this.sl = builder.sl;
        this.srcPathBits = builder.srcPathBits;
        this.staticRate = builder.staticRate;
        this.portNum = builder.portNum;
    }

    /**
     * Starts an address vector with every field 0 and no global route.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * An address on Ethernet.
     *
     * @param route the global route
     * @param portNum {@code port_num}, from 1
     * @return the address vector
     * @throws InvalidRequestException if the port does not fit into 8 bits
     */
    public static AhAttr global(GlobalRoute route, int portNum) {
        return builder().grh(route).portNum(portNum).build();
    }

    /**
     * The global route.
     *
     * @return {@code grh}, present when {@code is_global} is set
     */
    public Optional<GlobalRoute> grh() {
        return Optional.ofNullable(grh);
    }

    /**
     * The destination's local identifier.
     *
     * @return {@code dlid}, 0..65535; InfiniBand only
     */
    public int dlid() {
        return dlid;
    }

    /**
     * The service level.
     *
     * @return {@code sl}, 0..255
     */
    public int sl() {
        return sl;
    }

    /**
     * The source path bits.
     *
     * @return {@code src_path_bits}, 0..255
     */
    public int srcPathBits() {
        return srcPathBits;
    }

    /**
     * The static rate.
     *
     * @return {@code static_rate}, a number of {@code enum ibv_rate}; 0 means no limit
     */
    public int staticRate() {
        return staticRate;
    }

    /**
     * The port.
     *
     * @return {@code port_num}, from 1
     */
    public int portNum() {
        return portNum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AhAttr attr
                && Objects.equals(attr.grh, grh)
                && attr.dlid == dlid
                && attr.sl == sl
                && attr.srcPathBits == srcPathBits
                && attr.staticRate == staticRate
                && attr.portNum == portNum;
    }

    @Override
    public int hashCode() {
        return Objects.hash(grh, dlid, sl, srcPathBits, staticRate, portNum);
    }

    @Override
    public String toString() {
        return "AhAttr[grh=" + grh + ", dlid=" + dlid + ", sl=" + sl + ", srcPathBits=" + srcPathBits + ", staticRate="
                + staticRate + ", portNum=" + portNum + "]";
    }

    /** Builds {@link AhAttr}. Not for use by several threads at once. */
    public static final class Builder {
        private @Nullable GlobalRoute grh;
        private int dlid;
        private int sl;
        private int srcPathBits;
        private int staticRate;
        private int portNum;

        private Builder() {}

        /**
         * Sets {@code grh} and {@code is_global}.
         *
         * @param value the route
         * @return this builder
         */
        public Builder grh(GlobalRoute value) {
            grh = Attr.present(STRUCT, "grh", value);
            return this;
        }

        /**
         * Sets {@code dlid}.
         *
         * @param value 0..65535
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder dlid(int value) {
            dlid = Attr.uint16(STRUCT, "dlid", value);
            return this;
        }

        /**
         * Sets {@code sl}.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder sl(int value) {
            sl = Attr.uint8(STRUCT, "sl", value);
            return this;
        }

        /**
         * Sets {@code src_path_bits}.
         *
         * @param value 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder srcPathBits(int value) {
            srcPathBits = Attr.uint8(STRUCT, "src_path_bits", value);
            return this;
        }

        /**
         * Sets {@code static_rate}.
         *
         * @param value 0..255, a number of {@code enum ibv_rate}
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder staticRate(int value) {
            staticRate = Attr.uint8(STRUCT, "static_rate", value);
            return this;
        }

        /**
         * Sets {@code port_num}.
         *
         * @param value 0..255; ports count from 1
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder portNum(int value) {
            portNum = Attr.uint8(STRUCT, "port_num", value);
            return this;
        }

        /**
         * Finishes.
         *
         * @return the address vector
         */
        public AhAttr build() {
            return new AhAttr(this);
        }
    }
}
