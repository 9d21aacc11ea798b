package org.verbena;

import org.jspecify.annotations.Nullable;

/** A request for an XRC domain: {@code struct ibv_xrcd_init_attr}, for {@link DeviceContext#openXrcd}. Immutable. */
public final class XrcdInitAttr {
    /** Create the domain of the file if it has none yet: {@code O_CREAT} of {@code open(2)} on Linux. */
    public static final int O_CREAT = 0x40;

    /** With {@link #O_CREAT}: refuse if the file has a domain already. */
    public static final int O_EXCL = 0x80;

    private static final String STRUCT = "ibv_xrcd_init_attr";

    private final int fd;
    private final int oflags;
    private final Flags<XrcdInitAttrMask> compMask;

    private XrcdInitAttr(Builder builder) {
        this.fd = builder.fd;
        this.oflags = builder.oflags;
        Flags<XrcdInitAttrMask> chosen = builder.compMask;
        this.compMask = chosen == null ? builder.derived : chosen;
    }

    /**
     * Starts a request with nothing set.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The file that several processes share the domain through, -1 for a private domain.
     *
     * @return {@code fd}
     */
    public int fd() {
        return fd;
    }

    /**
     * Flags as of {@code open(2)}: {@code O_CREAT} and {@code O_EXCL} count.
     *
     * @return {@code oflags}
     */
    public int oflags() {
        return oflags;
    }

    /**
     * The fields that are valid.
     *
     * @return {@code comp_mask}
     */
    public Flags<XrcdInitAttrMask> compMask() {
        return compMask;
    }

    /**
     * A domain of this process alone: {@code fd = -1} with {@code O_CREAT}.
     *
     * @return the request
     */
    public static XrcdInitAttr privateDomain() {
        return builder().fd(-1).oflags(O_CREAT).build();
    }

    /** Builds {@link XrcdInitAttr}. Not for use by several threads at once. */
    public static final class Builder {
        private int fd = -1;
        private int oflags = 0;
        private Flags<XrcdInitAttrMask> derived = Flags.none(XrcdInitAttrMask.class);
        private @Nullable Flags<XrcdInitAttrMask> compMask;

        private Builder() {}

        /**
         * Sets {@code fd} and adds {@link XrcdInitAttrMask#FD} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder fd(int value) {
            fd = value;
            derived = derived.with(XrcdInitAttrMask.FD);
            return this;
        }

        /**
         * Sets {@code oflags} and adds {@link XrcdInitAttrMask#OFLAGS} to the mask.
         *
         * @param value the value
         * @return this builder
         */
        public Builder oflags(int value) {
            oflags = value;
            derived = derived.with(XrcdInitAttrMask.OFLAGS);
            return this;
        }

        /**
         * Sets {@code comp_mask} instead of deriving it from what was set: an escape for bits without a constant.
         *
         * @param value the mask, exactly as C shall see it
         * @return this builder
         * @throws InvalidRequestException if wider than 32 bits
         */
        public Builder compMask(Flags<XrcdInitAttrMask> value) {
            compMask = Attr.flags32(STRUCT, "comp_mask", value);
            return this;
        }

        /**
         * Finishes.
         *
         * @return the attributes
         */
        public XrcdInitAttr build() {
            return new XrcdInitAttr(this);
        }
    }
}
