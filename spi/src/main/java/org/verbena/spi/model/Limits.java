package org.verbena.spi.model;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.verbena.Errno;
import org.verbena.InvalidRequestException;
import org.verbena.Violation;

/**
 * The numbers of a device: what it reports ({@code max_qp_wr}, {@code gid_tbl_len}) and what its driver reckons with
 * ({@code max_sq_desc_sz}). Names are those of C; a nested field is written {@code rss_caps.supported_qpts}. Which
 * names there are is up to the model.
 */
public final class Limits {
    private final Map<String, Long> values;

    private Limits(Map<String, Long> values) {
        this.values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    static Builder define() {
        return new Builder();
    }

    /**
     * The names.
     *
     * @return all names in alphabetical order
     */
    public Set<String> names() {
        return values.keySet();
    }

    /**
     * A number by its name.
     *
     * @param name the name
     * @return the number
     * @throws InvalidRequestException if there is no such name; the message lists those that there are
     */
    public long get(String name) {
        Long value = values.get(name);
        if (value == null) {
            throw refuse(name, "one of " + names(), "the model has no number of this name");
        }
        return value;
    }

    /** A number that a device need not have; 0 where it has not. */
    long report(String name) {
        return values.getOrDefault(name, 0L);
    }

    /** The same where a C {@code int} holds it. */
    int reportInt(String name) {
        return (int) report(name);
    }

    /**
     * The same numbers but one.
     *
     * @param name the name, one of {@link #names()}
     * @param value the new number, not negative
     * @return a changed copy
     * @throws InvalidRequestException if there is no such name or the number is negative
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

    /** With other numbers for those names that there are; a negative one overflowed its C type and does not count. */
    Limits withKnown(Map<String, Long> numbers) {
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

    /** Lists a model's names with their usual numbers. */
    static final class Builder {
        private final Map<String, Long> values = new TreeMap<>();

        private Builder() {}

        Builder set(String name, long value) {
            values.put(name, value);
            return this;
        }

        Limits build() {
            return new Limits(values);
        }
    }
}
