// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.verbena.attr.AttrStruct;

/**
 * The numbers in a driver's answer, by their C names. A recorded answer may lack some of the driver's numbers.
 *
 * @param values the numbers, in the order of the C struct
 */
public record NamedCaps(Map<String, Long> values) {
    /** An empty set of numbers. */
    public static final NamedCaps NONE = new NamedCaps(Map.of());

    /**
     * Copies the numbers.
     *
     * @param values the numbers
     */
    public NamedCaps {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Returns the fields of a struct that has only numbers. */
    static NamedCaps of(AttrStruct struct) {
        Map<String, Long> values = new LinkedHashMap<>();
        struct.fields().forEach((name, value) -> values.put(name, (Long) value));
        return new NamedCaps(values);
    }

    static NamedCaps ofCqe(int cqe) {
        return new NamedCaps(Map.of("cqe", Integer.toUnsignedLong(cqe)));
    }
}
