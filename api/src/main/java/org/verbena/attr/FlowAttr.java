package org.verbena.attr;

import java.util.ArrayList;
import java.util.List;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/** The request for a flow rule: {@code struct ibv_flow_attr} with its specifications. Immutable. */
public final class FlowAttr {
    private static final String VERB = "ibv_create_flow";

    private final FlowAttrType type;
    private final int priority;
    private final int port;
    private final Flags<FlowFlag> flags;
    private final List<FlowSpec> specs;

    private FlowAttr(Builder builder) {
        this.type = builder.type;
        this.priority = builder.priority;
        this.port = builder.port;
        this.flags = builder.flags;
        this.specs = List.copyOf(builder.specs);
        // As many specifications of the largest kind still fit the uint16_t that holds the size of all.
        Attr.uint8(VERB, "num_of_specs", specs.size());
    }

    /**
     * Starts with a normal rule of the highest priority for port 1, which takes every packet.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The kind of rule.
     *
     * @return {@code type}
     */
    public FlowAttrType type() {
        return type;
    }

    /**
     * The priority.
     *
     * @return {@code priority}, 0 comes first
     */
    public int priority() {
        return priority;
    }

    /**
     * The port whose packets are meant.
     *
     * @return {@code port}, from 1
     */
    public int port() {
        return port;
    }

    /**
     * What the rule does beside.
     *
     * @return {@code flags}
     */
    public Flags<FlowFlag> flags() {
        return flags;
    }

    /**
     * What the packets are like, from the outer header to the inner ones; each must be met.
     *
     * @return the specifications
     */
    public List<FlowSpec> specs() {
        return specs;
    }

    /** Collects a rule. Not for use by several threads at once. */
    public static final class Builder {
        private FlowAttrType type = FlowAttrType.NORMAL;
        private int priority;
        private int port = 1;
        private Flags<FlowFlag> flags = Flags.none(FlowFlag.class);
        private final List<FlowSpec> specs = new ArrayList<>();

        private Builder() {}

        /**
         * The kind of rule.
         *
         * @param value {@code type}
         * @return this builder
         */
        public Builder type(FlowAttrType value) {
            type = value;
            return this;
        }

        /**
         * The priority.
         *
         * @param value {@code priority}, 0..65535
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder priority(int value) {
            priority = Attr.uint16(VERB, "priority", value);
            return this;
        }

        /**
         * The port.
         *
         * @param value {@code port}, 0..255
         * @return this builder
         * @throws InvalidRequestException if out of range
         */
        public Builder port(int value) {
            port = Attr.uint8(VERB, "port", value);
            return this;
        }

        /**
         * What the rule does beside.
         *
         * @param value {@code flags}
         * @return this builder
         */
        public Builder flags(Flags<FlowFlag> value) {
            flags = Attr.flags32(VERB, "flags", value, Flags::mask);
            return this;
        }

        /**
         * Adds a specification, inside of those before it.
         *
         * @param value the specification
         * @return this builder
         */
        public Builder spec(FlowSpec value) {
            specs.add(value);
            return this;
        }

        /**
         * Returns the request.
         *
         * @return the request
         * @throws InvalidRequestException if there are more than 255 specifications
         */
        public FlowAttr build() {
            return new FlowAttr(this);
        }
    }
}
