// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.VerbsObject;

/** Builds a step from random values. It holds the device whose objects the step can name, and the fields set so far. */
final class StepBuilder {
    private final WalkKind path;
    private final StepValues values;
    private final WalkDevice device;
    private final Bounds bounds;
    private final Map<StepField, Value> fieldValues = new EnumMap<>(StepField.class);
    private boolean useless;

    /**
     * Creates a builder without fields.
     *
     * @param path the kind of walk
     * @param values the source of random decisions
     * @param device the device whose objects the step can name
     * @param bounds the limits of the device
     */
    StepBuilder(WalkKind path, StepValues values, WalkDevice device, Bounds bounds) {
        this.path = path;
        this.values = values;
        this.device = device;
        this.bounds = bounds;
    }

    WalkKind path() {
        return path;
    }

    StepValues values() {
        return values;
    }

    WalkDevice device() {
        return device;
    }

    Bounds bounds() {
        return bounds;
    }

    /** Records that no object is in the right state for the step. */
    void withoutUse() {
        useless = true;
    }

    /** Returns whether no object is in the right state for the step. */
    boolean isWithoutUse() {
        return useless;
    }

    StepArguments arguments() {
        return new StepArguments(fieldValues);
    }

    StepBuilder set(StepField field, long number) {
        fieldValues.put(field, new Value.Quantity(number));
        return this;
    }

    StepBuilder remove(StepField field) {
        fieldValues.remove(field);
        return this;
    }

    /** Names the object that a step created. */
    StepBuilder name(StepField field, int step) {
        fieldValues.put(field, new Value.Names(List.of(step)));
        return this;
    }

    /** Names an object of the field's kind. */
    StepBuilder pick(StepField field) {
        return pick(field, field.kind().orElseThrow());
    }

    /** Names an open object of a kind, rarely a closed one. If none exists, the field stays unset. */
    StepBuilder pick(StepField field, Kind kind) {
        List<Integer> closed = device.closed(kind);
        List<Integer> candidates = !closed.isEmpty() && values.wildly(100) ? closed : device.open(kind);
        if (!candidates.isEmpty()) {
            fieldValues.put(field, new Value.Names(List.of(values.oneOf(candidates))));
        }
        return this;
    }

    /** Names any object. */
    StepBuilder pickAny(StepField field) {
        List<Kind> kinds = Stream.of(Kind.values())
                .filter(kind -> !device.open(kind).isEmpty())
                .toList();
        return kinds.isEmpty() ? this : pick(field, values.oneOf(kinds));
    }

    /** Names several objects, possibly with repetitions. */
    StepBuilder pickSeveral(StepField field, int count) {
        List<Integer> candidates = device.open(field.kind().orElseThrow());
        fieldValues.put(
                field,
                new Value.Names(IntStream.range(0, count)
                        .mapToObj(i -> values.oneOf(candidates))
                        .toList()));
        return this;
    }

    /** Names an object that satisfies the predicate; if none does, any. */
    <T extends VerbsObject> StepBuilder prefer(StepField field, Class<T> type, Predicate<T> suits) {
        List<Integer> suitable = device.open(field.kind().orElseThrow()).stream()
                .filter(step ->
                        device.madeBy(step).map(type::cast).filter(suits).isPresent())
                .toList();
        if (suitable.isEmpty() || values.wildly(10)) {
            return pick(field);
        }
        fieldValues.put(field, new Value.Names(List.of(values.oneOf(suitable))));
        return this;
    }

    /** Returns the object that a field names, if it is open. */
    <T extends VerbsObject> Optional<T> named(StepField field, Class<T> type) {
        return arguments().objects(field).stream()
                .flatMap(step -> device.madeBy(step).stream())
                .filter(object -> !object.isClosed())
                .map(type::cast)
                .findFirst();
    }
}
