// SPDX-License-Identifier: Apache-2.0
package org.verbena.internal;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A field of a C struct: a row of a {@link FieldTable}. */
public class Field<T> {
    private final Row<T> row;
    private final int index;

    Field(Row<T> row, int index) {
        this.row = row;
        this.index = index;
    }

    int index() {
        return index;
    }

    String name() {
        return row.name;
    }

    long bits() {
        return row.bits;
    }

    @Nullable
    T unset() {
        return row.unset;
    }

    T checked(String verb, @Nullable T value) {
        T present = Attr.present(verb, row.name, value);
        if (row.type != null) {
            Attr.inRange(verb, row.name, row.number(present), row.max, row.type);
        }
        return present;
    }

    /** Returns the value that applications see. */
    Object shown(T value) {
        return value;
    }

    String text(T value, Function<Object, String> text) {
        return row.form == null ? text.apply(shown(value)) : row.form.apply(value);
    }

    @SuppressWarnings("ReferenceEquality")
    boolean same(@Nullable Object one, @Nullable Object other) {
        return row.identity ? one == other : Objects.equals(one, other);
    }

    int hash(@Nullable Object value) {
        return row.identity ? System.identityHashCode(value) : Objects.hashCode(value);
    }

    /**
     * The properties of a field, with the values that most fields have. Few of them are functions, because each lambda
     * costs up to a millisecond at the first use of a class.
     */
    static final class Row<T> {
        private final String name;
        private final long bits;
        private @Nullable T unset;
        private @Nullable Function<? super T, String> form;
        private @Nullable ToLongFunction<? super T> mask;
        private @Nullable String type;
        private long max;
        private boolean identity;

        Row(String name, long bits) {
            this.name = name;
            this.bits = bits;
        }

        Row<T> unset(T value) {
            unset = value;
            return this;
        }

        Row<T> form(Function<? super T, String> value) {
            form = value;
            return this;
        }

        /** Limits the number, from 0 to a maximum that the C type holds. */
        Row<T> atMost(long maximum, String cType) {
            max = maximum;
            type = cType;
            return this;
        }

        /** Sets how to get the number of a value that is not a number. */
        Row<T> mask(ToLongFunction<? super T> value) {
            mask = value;
            return this;
        }

        Row<T> identity() {
            identity = true;
            return this;
        }

        private long number(T value) {
            return mask == null ? ((Number) value).longValue() : mask.applyAsLong(value);
        }
    }
}
