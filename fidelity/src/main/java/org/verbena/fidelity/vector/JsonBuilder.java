// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.verbena.attr.Flags;

/** The fields of a JSON object, in insertion order. */
final class JsonBuilder {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    JsonBuilder put(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    JsonBuilder putAll(JsonBuilder others) {
        fields.putAll(others.fields);
        return this;
    }

    JsonBuilder put(String name, NamedCaps caps) {
        return put(name, caps.values());
    }

    JsonBuilder put(String name, JsonBuilder object) {
        return put(name, object.fields);
    }

    JsonBuilder put(String name, Flags<?> flags) {
        return put(name, unsigned(flags.mask()));
    }

    /** Adds a mask unless it is empty; readers take a missing field as 0. */
    JsonBuilder putUnlessNone(String name, Flags<?> flags) {
        return flags.isEmpty() ? this : put(name, flags);
    }

    /** Adds a number unless it is 0; readers take a missing field as 0. */
    JsonBuilder putUnlessZero(String name, int value) {
        return value == 0 ? this : put(name, value);
    }

    Map<String, Object> build() {
        return fields;
    }

    private static Number unsigned(long value) {
        return value >= 0 ? value : new BigInteger(Long.toUnsignedString(value));
    }
}
