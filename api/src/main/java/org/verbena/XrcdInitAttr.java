// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Map;
import org.verbena.attr.AttrStruct;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsFlag;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;
import org.verbena.internal.MaskField;

/** A request for an XRC domain: {@code struct ibv_xrcd_init_attr}, for {@link DeviceContext#openXrcd}. Immutable. */
public final class XrcdInitAttr implements AttrStruct {
    /** Creates the domain of the file if it has none yet: {@code O_CREAT} of {@code open(2)} on Linux. */
    public static final int O_CREAT = 0x40;

    /** With {@link #O_CREAT}, fails if the file already has a domain. */
    public static final int O_EXCL = 0x80;

    private static final FieldTable TABLE = new FieldTable("ibv_xrcd_init_attr");
    private static final MaskField<Flags<Mask>> COMP_MASK =
            TABLE.mask("comp_mask", bits -> Flags.ofMask(Mask.class, bits), Flags::mask);
    private static final Field<Integer> FD = TABLE.value("fd", Mask.FD.mask(), -1);
    private static final Field<Integer> OFLAGS =
            TABLE.value("oflags", Mask.OFLAGS.mask(), 0, flags -> "0x" + Integer.toHexString(flags));

    private final FieldValues values;

    private XrcdInitAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder without any field set. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /** Creates a builder with the values and the mask of these attributes. Its setters add to this mask. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Creates a request for a domain that only this process uses: {@code fd = -1} with {@code O_CREAT}. */
    public static XrcdInitAttr privateDomain() {
        return builder().fd(-1).oflags(O_CREAT).build();
    }

    /** Returns {@code comp_mask}, the fields that are valid. */
    public Flags<Mask> compMask() {
        return values.mask(COMP_MASK);
    }

    /** Returns {@code fd}, the file through which processes share the domain; -1 for a private domain. */
    public int fd() {
        return values.get(FD);
    }

    /** Returns {@code oflags}, flags of {@code open(2)}; only {@link #O_CREAT} and {@link #O_EXCL} have an effect. */
    public int oflags() {
        return values.get(OFLAGS);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof XrcdInitAttr attr && attr.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.text(AttrStruct::text);
    }

    /**
     * A builder of {@link XrcdInitAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code comp_mask} explicitly, in place of the derived mask; bits without a constant are allowed. */
        public Builder compMask(Flags<Mask> value) {
            values.fixMask(COMP_MASK, value);
            return this;
        }

        /** Sets {@code fd}, an open file descriptor, or -1 for a private domain. */
        public Builder fd(int value) {
            return set(FD, value);
        }

        /** Sets {@code oflags}, flags of {@code open(2)}; only {@code O_CREAT} and {@code O_EXCL} have an effect. */
        public Builder oflags(int value) {
            return set(OFLAGS, value);
        }

        /** Returns the attributes. Later changes of this builder do not affect them. */
        public XrcdInitAttr build() {
            return new XrcdInitAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
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
