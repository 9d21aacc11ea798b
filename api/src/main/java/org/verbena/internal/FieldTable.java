// SPDX-License-Identifier: Apache-2.0
package org.verbena.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.verbena.internal.Field.Row;

/**
 * The fields of a C struct, in C order. Each method adds a field. {@code bits} are the mask bits that setting the field
 * adds to the derived mask.
 */
public final class FieldTable {
    private final String struct;
    private final String verb;
    private final List<Field<?>> fields = new ArrayList<>();

    /** Creates a table whose errors name the struct. */
    public FieldTable(String struct) {
        this(struct, struct);
    }

    /** Creates a table whose errors name a verb. */
    public FieldTable(String struct, String verb) {
        this.struct = struct;
        this.verb = verb;
    }

    public Field<Integer> uint8(String name) {
        return uint8(name, 0);
    }

    public Field<Integer> uint8(String name, long bits) {
        return uint8(name, bits, 0);
    }

    public Field<Integer> uint8(String name, long bits, int unset) {
        return add(new Row<Integer>(name, bits).unset(unset).atMost(Attr.UINT8_MAX, "uint8_t"));
    }

    public Field<Integer> uint16(String name) {
        return uint16(name, 0);
    }

    public Field<Integer> uint16(String name, long bits) {
        return add(new Row<Integer>(name, bits).unset(0).atMost(Attr.UINT16_MAX, "uint16_t"));
    }

    public Field<Long> uint32(String name) {
        return uint32(name, 0);
    }

    public Field<Long> uint32(String name, long bits) {
        return add(new Row<Long>(name, bits).unset(0L).atMost(Attr.UINT32_MAX, "uint32_t"));
    }

    /** Adds a C {@code int} that holds a count. */
    public Field<Long> count(String name) {
        return add(new Row<Long>(name, 0).unset(0L).atMost(Integer.MAX_VALUE, "int"));
    }

    /** Adds flags whose C field is a {@code uint32_t}. */
    public <F> Field<F> flags32(String name, long bits, F unset, ToLongFunction<F> mask) {
        return add(new Row<F>(name, bits).unset(unset).mask(mask).atMost(Attr.UINT32_MAX, "32-bit mask"));
    }

    /** Adds a field with a default value and no limit. */
    public <T> Field<T> value(String name, long bits, T unset) {
        return add(new Row<T>(name, bits).unset(unset));
    }

    /** Adds a field with a default value, no limit and a special text. */
    public <T> Field<T> value(String name, long bits, T unset, Function<? super T, String> form) {
        return add(new Row<T>(name, bits).unset(unset).form(form));
    }

    /** Adds a reference that is absent by default. */
    public <T> Field<T> reference(String name) {
        return reference(name, 0);
    }

    public <T> Field<T> reference(String name, long bits) {
        return add(new Row<>(name, bits));
    }

    /** Adds a reference that is compared by identity. */
    public <T> Field<T> identity(String name, long bits) {
        return add(new Row<T>(name, bits).identity());
    }

    /** Adds a field of an enum type. */
    public <E> CodeField<E> code(
            String name, long bits, E unset, IntFunction<E> of, ToIntFunction<E> number, Function<E, String> cName) {
        Row<Integer> row = new Row<Integer>(name, bits).unset(number.applyAsInt(unset));
        return register(new CodeField<>(row, fields.size(), new CodeField.Codec<>(of, number, cName)));
    }

    /** Adds the mask of the valid fields. */
    public <F> MaskField<F> mask(String name, LongFunction<F> decode, ToLongFunction<F> encode) {
        Row<F> row = new Row<F>(name, 0).mask(encode).atMost(Attr.UINT32_MAX, "32-bit mask");
        return register(new MaskField<>(row, fields.size(), decode, encode));
    }

    private <T> Field<T> add(Row<T> row) {
        return register(new Field<>(row, fields.size()));
    }

    private <F extends Field<?>> F register(F field) {
        fields.add(field);
        return field;
    }

    String struct() {
        return struct;
    }

    String verb() {
        return verb;
    }

    List<Field<?>> fields() {
        return fields;
    }
}
