// SPDX-License-Identifier: Apache-2.0
package org.verbena.internal;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of the fields of one struct. A builder changes its values. Built attributes keep an unchanged copy. */
public final class FieldValues {
    private final FieldTable table;
    private final @Nullable Object[] values;
    private long mask;
    private boolean fixed;

    public FieldValues(FieldTable table) {
        this(table, new Object[table.fields().size()], 0);
    }

    private FieldValues(FieldTable table, @Nullable Object[] values, long mask) {
        this.table = table;
        this.values = values;
        this.mask = mask;
    }

    /** Returns a copy whose mask is derived again: fields that are set later add their bits to the present mask. */
    public FieldValues copy() {
        return new FieldValues(table, values.clone(), mask);
    }

    /** Returns the value or the default of a field that has a default. */
    public <T> T get(Field<T> field) {
        T value = stored(field);
        return value == null ? Objects.requireNonNull(field.unset(), field.name()) : value;
    }

    /** Returns the value of a field, empty if it is not set. */
    public <T> Optional<T> find(Field<T> field) {
        return Optional.ofNullable(stored(field));
    }

    public <E> E constant(CodeField<E> field) {
        return field.constant(get(field));
    }

    public long mask() {
        return mask;
    }

    public <F> F mask(MaskField<F> field) {
        return field.flags(mask);
    }

    public <T> void set(Field<T> field, T value) {
        values[field.index()] = field.checked(table.verb(), value);
        mask |= fixed ? 0 : field.bits();
    }

    public <E> void setConstant(CodeField<E> field, E constant) {
        set(field, field.code(table.verb(), constant));
    }

    /** Sets the mask explicitly, so that it no longer follows from the fields. */
    public <F> void fixMask(MaskField<F> field, F flags) {
        mask = field.mask(field.checked(table.verb(), flags));
        fixed = true;
    }

    /** Makes a field unset. The mask keeps its bits, because fields that exclude each other share them. */
    public void clear(Field<?> field) {
        values[field.index()] = null;
    }

    /** Returns the set fields by C name, and the mask if it differs from the mask of these fields. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        forEach((field, value) -> fields.put(field.name(), field.shown(value)));
        return Collections.unmodifiableMap(fields);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldValues that
                && that.table == table
                && that.mask == mask
                && table.fields().stream().allMatch(field -> field.same(effective(field), that.effective(field)));
    }

    @Override
    public int hashCode() {
        int hash = Long.hashCode(mask);
        for (Field<?> field : table.fields()) {
            hash = 31 * hash + field.hash(effective(field));
        }
        return hash;
    }

    /** Returns the set fields by C name. {@code form} converts a value to text. */
    public String text(Function<Object, String> form) {
        StringJoiner text = new StringJoiner(", ", table.struct() + "[", "]");
        forEach((field, value) -> text.add(field.name() + "=" + field.text(value, form)));
        return text.toString();
    }

    private void forEach(BiConsumer<Field<Object>, Object> action) {
        long derived = 0;
        for (Field<?> field : table.fields()) {
            derived |= values[field.index()] == null ? 0 : field.bits();
        }
        for (Field<?> field : table.fields()) {
            Object value = values[field.index()];
            if (field instanceof MaskField<?> masks && mask != derived) {
                value = masks.flags(mask);
            }
            if (value != null) {
                action.accept(untyped(field), value);
            }
        }
    }

    private @Nullable Object effective(Field<?> field) {
        Object value = values[field.index()];
        return value == null ? field.unset() : value;
    }

    @SuppressWarnings("unchecked")
    private <T> @Nullable T stored(Field<T> field) {
        return (T) values[field.index()];
    }

    /** Each value has the type of its field, because only {@link #set} stores values. */
    @SuppressWarnings("unchecked")
    private static Field<Object> untyped(Field<?> field) {
        return (Field<Object>) field;
    }
}
