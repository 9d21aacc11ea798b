package org.verbena.internal;

import java.util.Objects;
import java.util.function.Function;
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
        return row.check.apply(verb, row.name, Attr.present(verb, row.name, value));
    }

    /** Returns the value that applications see. */
    Object shown(T value) {
        return value;
    }

    String text(T value) {
        return row.text.apply(value);
    }

    @SuppressWarnings("ReferenceEquality")
    boolean same(@Nullable Object one, @Nullable Object other) {
        return row.identity ? one == other : Objects.equals(one, other);
    }

    int hash(@Nullable Object value) {
        return row.identity ? System.identityHashCode(value) : Objects.hashCode(value);
    }

    /** Returns the value to store, or throws if C cannot hold it. */
    @FunctionalInterface
    interface Check<T> {
        T apply(String verb, String field, T value);
    }

    /** The properties of a field, with the values that most fields have. */
    static final class Row<T> {
        private final String name;
        private final long bits;
        private final Function<? super T, String> text;
        private @Nullable T unset;
        private Check<T> check = (verb, field, value) -> value;
        private boolean identity;

        Row(String name, long bits, Function<? super T, String> text) {
            this.name = name;
            this.bits = bits;
            this.text = text;
        }

        Row<T> unset(T value) {
            unset = value;
            return this;
        }

        Row<T> check(Check<T> value) {
            check = value;
            return this;
        }

        Row<T> identity() {
            identity = true;
            return this;
        }
    }
}
