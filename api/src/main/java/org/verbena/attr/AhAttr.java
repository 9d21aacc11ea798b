// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.util.Map;
import java.util.Optional;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;

/** An address vector: {@code struct ibv_ah_attr}. Immutable. */
public final class AhAttr implements AttrStruct {
    private static final FieldTable TABLE = new FieldTable("ibv_ah_attr");
    private static final Field<GlobalRoute> GRH = TABLE.reference("grh");
    private static final Field<Integer> DLID = TABLE.uint16("dlid");
    private static final Field<Integer> SL = TABLE.uint8("sl");
    private static final Field<Integer> SRC_PATH_BITS = TABLE.uint8("src_path_bits");
    private static final Field<Integer> STATIC_RATE = TABLE.uint8("static_rate");
    private static final Field<Integer> PORT_NUM = TABLE.uint8("port_num");

    private final FieldValues values;

    private AhAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder without a global route and with every other field 0. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /** Creates a builder with the values of these attributes. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Creates an address on Ethernet. {@code portNum} is {@code port_num}, 1..255. */
    public static AhAttr global(GlobalRoute route, int portNum) {
        return builder().grh(route).portNum(portNum).build();
    }

    /** Returns {@code grh}, the global route; empty if {@code is_global} is 0. */
    public Optional<GlobalRoute> grh() {
        return values.find(GRH);
    }

    /** Returns {@code dlid}, the local identifier of the destination, 0..65535; InfiniBand only. */
    public int dlid() {
        return values.get(DLID);
    }

    /** Returns {@code sl}, the service level, 0..255. */
    public int sl() {
        return values.get(SL);
    }

    /** Returns {@code src_path_bits}, 0..255. */
    public int srcPathBits() {
        return values.get(SRC_PATH_BITS);
    }

    /** Returns {@code static_rate}, a number of {@code enum ibv_rate}; 0 is unlimited. */
    public int staticRate() {
        return values.get(STATIC_RATE);
    }

    /** Returns {@code port_num}, 1..255. */
    public int portNum() {
        return values.get(PORT_NUM);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AhAttr attr && attr.values.equals(values);
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
     * A builder of {@link AhAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code grh} and {@code is_global}; RoCE requires a global route. */
        public Builder grh(GlobalRoute value) {
            return set(GRH, value);
        }

        /** Sets {@code dlid}, the local identifier of the destination, 0..65535; InfiniBand only. */
        public Builder dlid(int value) {
            return set(DLID, value);
        }

        /** Sets {@code sl}, the service level, 0..255. */
        public Builder sl(int value) {
            return set(SL, value);
        }

        /** Sets {@code src_path_bits}, 0..255. */
        public Builder srcPathBits(int value) {
            return set(SRC_PATH_BITS, value);
        }

        /** Sets {@code static_rate}, a number of {@code enum ibv_rate}, 0..255; 0 is unlimited. */
        public Builder staticRate(int value) {
            return set(STATIC_RATE, value);
        }

        /** Sets {@code port_num}, 1..255. */
        public Builder portNum(int value) {
            return set(PORT_NUM, value);
        }

        /** Returns the attributes. Later changes of this builder do not affect them. */
        public AhAttr build() {
            return new AhAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }
}
