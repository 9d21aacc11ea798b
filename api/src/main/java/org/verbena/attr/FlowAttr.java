// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.verbena.internal.Attr;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;

/** A request for a flow rule: {@code struct ibv_flow_attr} with its specifications. Immutable. */
public final class FlowAttr implements AttrStruct {
    private static final String VERB = "ibv_create_flow";

    private static final FieldTable TABLE = new FieldTable("ibv_flow_attr", VERB);
    private static final Field<FlowAttrType> TYPE = TABLE.value("type", 0, FlowAttrType.NORMAL);
    private static final Field<Integer> PRIORITY = TABLE.uint16("priority");
    private static final Field<Integer> PORT = TABLE.uint8("port", 0, 1);
    private static final Field<Flags<FlowFlag>> FLAGS =
            TABLE.flags32("flags", 0, Flags.none(FlowFlag.class), Flags::mask);
    private static final Field<List<FlowSpec>> SPECS = TABLE.value("specs", 0, List.of());

    private final FieldValues values;

    private FlowAttr(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder of a normal rule of the highest priority that takes every packet of port 1. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /** Creates a builder with the values of this request. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns {@code type}, by default {@link FlowAttrType#NORMAL}. */
    public FlowAttrType type() {
        return values.get(TYPE);
    }

    /** Returns {@code priority}, 0..65535; 0 is the highest. */
    public int priority() {
        return values.get(PRIORITY);
    }

    /** Returns {@code port}, the port whose packets the rule takes, by default 1. */
    public int port() {
        return values.get(PORT);
    }

    /** Returns {@code flags}, the properties of the rule. */
    public Flags<FlowFlag> flags() {
        return values.get(FLAGS);
    }

    /** Returns the specifications, from the outer header to the inner one. A packet must match all of them. */
    public List<FlowSpec> specs() {
        return values.get(SPECS);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FlowAttr attr && attr.values.equals(values);
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
     * A builder of {@link FlowAttr}, not safe for use by several threads. A setter throws {@link
     * org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /** Sets {@code type}, the type of the rule. */
        public Builder type(FlowAttrType value) {
            return set(TYPE, value);
        }

        /** Sets {@code priority}, 0..65535; 0 is the highest. */
        public Builder priority(int value) {
            return set(PRIORITY, value);
        }

        /** Sets {@code port}, the port whose packets the rule takes, 1..255. */
        public Builder port(int value) {
            return set(PORT, value);
        }

        /** Sets {@code flags}, the properties of the rule; 32 bits. */
        public Builder flags(Flags<FlowFlag> value) {
            return set(FLAGS, value);
        }

        /** Adds a specification after the present ones, for an inner header. */
        public Builder spec(FlowSpec value) {
            List<FlowSpec> specs = new ArrayList<>(values.get(SPECS));
            specs.add(Attr.present(VERB, "spec", value));
            return set(SPECS, List.copyOf(specs));
        }

        /** Returns the request, or throws if it has more than 255 specifications. Later changes do not affect it. */
        public FlowAttr build() {
            // 255 specifications of the largest type still fit the uint16_t that holds their total size.
            Attr.uint8(VERB, "num_of_specs", values.get(SPECS).size());
            return new FlowAttr(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }
}
