// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The arguments of a step, by field. Immutable. */
final class StepArguments {
    private final Map<StepField, Value> values;

    StepArguments(Map<StepField, Value> values) {
        Map<StepField, Value> copy = new EnumMap<>(StepField.class);
        copy.putAll(values);
        this.values = copy;
    }

    Set<StepField> fields() {
        return Set.copyOf(values.keySet());
    }

    boolean has(StepField field) {
        return values.containsKey(field);
    }

    /** Returns a number; 0 if the step does not set it, as in a zeroed C struct. */
    long number(StepField field) {
        return values.get(field) instanceof Value.Quantity quantity ? quantity.value() : 0;
    }

    /** Returns the number of a field that is an {@code int} or narrower in C. */
    int integer(StepField field) {
        return (int) number(field);
    }

    void ifPresent(StepField field, LongConsumer action) {
        if (values.get(field) instanceof Value.Quantity quantity) {
            action.accept(quantity.value());
        }
    }

    /** Returns the steps that created the objects of a field; empty if the field names none. */
    List<Integer> objects(StepField field) {
        return values.get(field) instanceof Value.Names names ? names.steps() : List.of();
    }

    /** Returns the steps that created any object of these arguments. */
    List<Integer> objects() {
        return values.keySet().stream()
                .flatMap(field -> objects(field).stream())
                .toList();
    }

    List<Value> simpler(StepField field) {
        Value value = values.get(field);
        return value == null ? List.of() : value.simpler(field);
    }

    StepArguments with(StepField field, Value value) {
        Map<StepField, Value> changed = new EnumMap<>(values);
        changed.put(field, value);
        return new StepArguments(changed);
    }

    StepArguments without(StepField field) {
        Map<StepField, Value> changed = new EnumMap<>(values);
        changed.remove(field);
        return new StepArguments(changed);
    }

    /** Returns a copy with other numbers for the steps that created its objects. */
    StepArguments renumbered(UnaryOperator<Integer> numbers) {
        Map<StepField, Value> changed = new EnumMap<>(values);
        changed.replaceAll((field, value) -> value instanceof Value.Names names
                ? new Value.Names(names.steps().stream().map(numbers).toList())
                : value);
        return new StepArguments(changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StepArguments arguments && arguments.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(entry ->
                        " " + entry.getKey().word() + "=" + entry.getValue().write(entry.getKey()))
                .collect(Collectors.joining());
    }
}
