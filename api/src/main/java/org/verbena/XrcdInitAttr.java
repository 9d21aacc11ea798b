package org.verbena;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsFlag;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * A request for an XRC domain: {@code struct ibv_xrcd_init_attr}, for {@link DeviceContext#openXrcd}. This class is
 * immutable.
 */
public final class XrcdInitAttr {
    /** Creates the domain of the file if it has none yet: {@code O_CREAT} of {@code open(2)} on Linux. */
    public static final int O_CREAT = 0x40;

    /** With {@link #O_CREAT}, fails if the file already has a domain. */
    public static final int O_EXCL = 0x80;

    private static final String STRUCT = "ibv_xrcd_init_attr";

    private final int fd;
    private final int oflags;
    private final Flags<Mask> compMask;

    private XrcdInitAttr(Builder builder) {
        this.fd = builder.fd;
        this.oflags = builder.oflags;
        Flags<Mask> chosen = builder.compMask;
        this.compMask = chosen == null ? builder.derived : chosen;
    }

    /**
     * Creates a builder without any field set.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the descriptor of the file through which processes share the domain.
     *
     * @return {@code fd}, -1 for a private domain
     */
    public int fd() {
        return fd;
    }

    /**
     * Returns flags as for {@code open(2)}. Only {@code O_CREAT} and {@code O_EXCL} have an effect.
     *
     * @return {@code oflags}
     */
    public int oflags() {
        return oflags;
    }

    /**
     * Returns the fields that are valid.
     *
     * @return {@code comp_mask}
     */
    public Flags<Mask> compMask() {
        return compMask;
    }

    /**
     * Creates a request for a domain that only this process uses: {@code fd = -1} with {@code O_CREAT}.
     *
     * @return the request
     */
    public static XrcdInitAttr privateDomain() {
        return builder().fd(-1).oflags(O_CREAT).build();
    }

    /** A builder of {@link XrcdInitAttr}. It is not safe for use by several threads. */
    public static final class Builder {
        private int fd = -1;
        private int oflags = 0;
        private Flags<Mask> derived = Flags.none(Mask.class);
        private @Nullable Flags<Mask> compMask;

        private Builder() {}

        /**
         * Sets {@code fd} and adds {@link Mask#FD} to the mask.
         *
         * @param value the file descriptor, or -1 for a private domain
         * @return this builder
         */
        public Builder fd(int value) {
            fd = value;
            derived = derived.with(Mask.FD);
            return this;
        }

        /**
         * Sets {@code oflags} and adds {@link Mask#OFLAGS} to the mask.
         *
         * @param value the flags
         * @return this builder
         */
        public Builder oflags(int value) {
            oflags = value;
            derived = derived.with(Mask.OFLAGS);
            return this;
        }

        /**
         * Sets {@code comp_mask} explicitly instead of deriving it from the fields that were set. This allows bits
         * without a constant.
         *
         * @param value the mask, passed to C unchanged
         * @return this builder
         * @throws InvalidRequestException if the mask is wider than 32 bits
         */
        public Builder compMask(Flags<Mask> value) {
            compMask = Attr.flags32(STRUCT, "comp_mask", value, Flags::mask);
            return this;
        }

        /**
         * Creates the request.
         *
         * @return the attributes
         */
        public XrcdInitAttr build() {
            return new XrcdInitAttr(this);
        }
    }

    /** The fields of {@link XrcdInitAttr} that are valid ({@code comp_mask}): {@code enum ibv_xrcd_init_attr_mask}. */
    public enum Mask implements VerbsFlag {
        /** {@code fd}. */
        FD("IBV_XRCD_INIT_ATTR_FD", 0),

        /** {@code oflags}. */
        OFLAGS("IBV_XRCD_INIT_ATTR_OFLAGS", 1);

        private final String cName;
        private final int bit;

        Mask(String cName, int bit) {
            this.cName = cName;
            this.bit = bit;
        }

        @Override
        public String cName() {
            return cName;
        }

        @Override
        public long mask() {
            return 1L << bit;
        }
    }
}
