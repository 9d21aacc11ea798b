// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/**
 * The limits and attributes of a device. Some are reported by the device ({@code max_qp_wr}, {@code gid_tbl_len}).
 * Others are internal to its driver ({@code max_sq_desc_sz}). Names are those of C; a nested field is written
 * {@code rss_caps.supported_qpts}. The model defines which names exist.
 */
public final class Limits {
    private final Map<String, Long> values;

    private Limits(Map<String, Long> values) {
        this.values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** Returns a builder without any limits. */
    public static Builder define() {
        return new Builder();
    }

    /**
     * Returns the names.
     *
     * @return all names in alphabetical order
     */
    public Set<String> names() {
        return values.keySet();
    }

    /**
     * Returns a limit by its name.
     *
     * @param name the name
     * @return the value
     * @throws InvalidRequestException if the name does not exist; the message lists the existing names
     */
    public long get(String name) {
        Long value = values.get(name);
        if (value == null) {
            throw refuse(name, "one of " + names(), "the model has no limit of this name");
        }
        return value;
    }

    /**
     * Returns a limit that a device need not have.
     *
     * @param name the name
     * @return the value; 0 if the name does not exist
     */
    public long report(String name) {
        return values.getOrDefault(name, 0L);
    }

    /**
     * Returns a limit that a device need not have, as a C {@code int}.
     *
     * @param name the name
     * @return the low 32 bits of the value; 0 if the name does not exist
     */
    public int reportInt(String name) {
        return (int) report(name);
    }

    /**
     * Returns a copy with one changed limit.
     *
     * @param name the name, one of {@link #names()}
     * @param value the new value, not negative
     * @return the changed copy
     * @throws InvalidRequestException if the name does not exist or the value is negative
     */
    public Limits with(String name, long value) {
        get(name);
        if (value < 0) {
            throw refuse(name + " = " + value, "0 and above", "a limit cannot be negative");
        }
        Map<String, Long> changed = new TreeMap<>(values);
        changed.put(name, value);
        return new Limits(changed);
    }

    /**
     * Returns a copy with other values for existing names. Negative values, which overflow their C type, are ignored.
     *
     * @param numbers the values by name; other names are ignored
     * @return the changed copy
     */
    public Limits withKnown(Map<String, Long> numbers) {
        Map<String, Long> changed = new TreeMap<>(values);
        changed.replaceAll((name, old) -> {
            long number = numbers.getOrDefault(name, old);
            return number < 0 ? old : number;
        });
        return new Limits(changed);
    }

    private static InvalidRequestException refuse(String requested, String limit, String rule) {
        return new InvalidRequestException(
                "limits",
                Errno.EINVAL,
                "driver model",
                new Violation("limit", requested, limit, rule, "org.verbena.spi.model.Limits"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Limits limits && limits.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }

    /** Defines the names of the limits of a model, with their usual values. */
    public static final class Builder {
        private final Map<String, Long> values = new TreeMap<>();

        private Builder() {}

        /**
         * Sets a limit. It replaces the previous value of the same name.
         *
         * @param name the C name
         * @param value the value
         * @return this builder
         */
        public Builder set(String name, long value) {
            values.put(name, value);
            return this;
        }

        /** Creates the limits. The builder can be reused. */
        public Limits build() {
            return new Limits(values);
        }
    }
}
