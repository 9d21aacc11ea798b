package org.verbena.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.verbena.internal.Field.Check;
import org.verbena.internal.Field.Row;

/**
 * The fields of a C struct, in C order. Each method adds a field. {@code bits} are the mask bits that setting the field
 * adds to the derived mask.
 */
public final class FieldTable {
    private final String struct;
    private final String verb;
    private final Function<Object, String> text;
    private final List<Field<?>> fields = new ArrayList<>();

    /** Creates a table whose errors name the struct. */
    public FieldTable(String struct, Function<Object, String> text) {
        this(struct, struct, text);
    }

    /** Creates a table whose errors name a verb. */
    public FieldTable(String struct, String verb, Function<Object, String> text) {
        this.struct = struct;
        this.verb = verb;
        this.text = text;
    }

    public Field<Integer> uint8(String name) {
        return uint8(name, 0);
    }

    public Field<Integer> uint8(String name, long bits) {
        return uint8(name, bits, 0);
    }

    public Field<Integer> uint8(String name, long bits, int unset) {
        return checked(name, bits, unset, Attr::uint8);
    }

    public Field<Integer> uint16(String name) {
        return uint16(name, 0);
    }

    public Field<Integer> uint16(String name, long bits) {
        return checked(name, bits, 0, Attr::uint16);
    }

    public Field<Long> uint32(String name) {
        return uint32(name, 0);
    }

    public Field<Long> uint32(String name, long bits) {
        return checked(name, bits, 0L, Attr::uint32);
    }

    /** Adds a C {@code int} that holds a count. */
    public Field<Long> count(String name) {
        return checked(name, 0, 0L, (where, field, value) -> (long) Attr.count(where, field, value));
    }

    /** Adds flags whose C field is a {@code uint32_t}. */
    public <F> Field<F> flags32(String name, long bits, F unset, ToLongFunction<F> mask) {
        return checked(name, bits, unset, (where, field, value) -> Attr.flags32(where, field, value, mask));
    }

    /** Adds a field with a default value and no limit. */
    public <T> Field<T> value(String name, long bits, T unset) {
        return value(name, bits, unset, text);
    }

    public <T> Field<T> value(String name, long bits, T unset, Function<? super T, String> form) {
        return add(new Row<T>(name, bits, form).unset(unset));
    }

    /** Adds a reference that is absent by default. */
    public <T> Field<T> reference(String name) {
        return reference(name, 0);
    }

    public <T> Field<T> reference(String name, long bits) {
        return add(new Row<T>(name, bits, text));
    }

    /** Adds a reference that is compared by identity. */
    public <T> Field<T> identity(String name, long bits) {
        return add(new Row<T>(name, bits, text).identity());
    }

    /** Adds a field of an enum type. */
    public <E> CodeField<E> code(
            String name, long bits, E unset, IntFunction<E> of, ToIntFunction<E> number, Function<E, String> cName) {
        CodeField.Codec<E> codec = new CodeField.Codec<>(of, number, cName);
        Row<Integer> row = new Row<>(name, bits, code -> text.apply(codec.shown(code)));
        return register(new CodeField<>(row.unset(number.applyAsInt(unset)), fields.size(), codec));
    }

    /** Adds the mask of the valid fields. */
    public <F> MaskField<F> mask(String name, LongFunction<F> decode, ToLongFunction<F> encode) {
        Row<F> row = new Row<>(name, 0, text);
        row.check((where, field, value) -> Attr.flags32(where, field, value, encode));
        return register(new MaskField<>(row, fields.size(), decode, encode));
    }

    private <T> Field<T> checked(String name, long bits, T unset, Check<T> check) {
        return add(new Row<T>(name, bits, text).unset(unset).check(check));
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
