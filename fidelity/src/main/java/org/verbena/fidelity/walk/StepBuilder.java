package org.verbena.fidelity.walk;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.VerbsObject;

/** A step under construction: the random source, the side whose objects it can name, and the values set so far. */
final class StepBuilder {
    private final WalkPath path;
    private final StepValues dice;
    private final WalkDevice side;
    private final Bounds bounds;
    private final Map<StepField, Value> values = new EnumMap<>(StepField.class);

    /**
     * Creates a draft without values.
     *
     * @param path the kind of walk
     * @param dice the source of random decisions
     * @param side the side whose objects the step can name
     * @param bounds the limits of the device
     */
    StepBuilder(WalkPath path, StepValues dice, WalkDevice side, Bounds bounds) {
        this.path = path;
        this.dice = dice;
        this.side = side;
        this.bounds = bounds;
    }

    WalkPath path() {
        return path;
    }

    StepValues dice() {
        return dice;
    }

    WalkDevice side() {
        return side;
    }

    Bounds bounds() {
        return bounds;
    }

    StepArguments arguments() {
        return new StepArguments(values);
    }

    StepBuilder set(StepField field, long number) {
        values.put(field, new Value.Quantity(number));
        return this;
    }

    /** Names the object that a step created. */
    StepBuilder name(StepField field, int step) {
        values.put(field, new Value.Names(List.of(step)));
        return this;
    }

    /** Names an object of the field's kind. */
    StepBuilder pick(StepField field) {
        return pick(field, field.kind().orElseThrow());
    }

    /** Names an open object of a kind, rarely a closed one. If none exists, the field stays unset. */
    StepBuilder pick(StepField field, Kind kind) {
        List<Integer> closed = side.closed(kind);
        List<Integer> candidates = !closed.isEmpty() && dice.wildly(100) ? closed : side.open(kind);
        if (!candidates.isEmpty()) {
            values.put(field, new Value.Names(List.of(dice.oneOf(candidates))));
        }
        return this;
    }

    /** Names any object. */
    StepBuilder pickAny(StepField field) {
        List<Kind> kinds = Stream.of(Kind.values())
                .filter(kind -> !side.open(kind).isEmpty())
                .toList();
        return kinds.isEmpty() ? this : pick(field, dice.oneOf(kinds));
    }

    /** Names several objects, possibly with repetitions. */
    StepBuilder pickSeveral(StepField field, int count) {
        List<Integer> candidates = side.open(field.kind().orElseThrow());
        values.put(
                field,
                new Value.Names(IntStream.range(0, count)
                        .mapToObj(i -> dice.oneOf(candidates))
                        .toList()));
        return this;
    }

    /** Names an object that satisfies the predicate; if none does, any. */
    <T extends VerbsObject> StepBuilder prefer(StepField field, Class<T> type, Predicate<T> suits) {
        List<Integer> suitable = side.open(field.kind().orElseThrow()).stream()
                .filter(step -> side.madeBy(step).map(type::cast).filter(suits).isPresent())
                .toList();
        if (suitable.isEmpty() || dice.wildly(10)) {
            return pick(field);
        }
        values.put(field, new Value.Names(List.of(dice.oneOf(suitable))));
        return this;
    }

    /** Returns the object that a field names, if it is open. */
    <T extends VerbsObject> Optional<T> named(StepField field, Class<T> type) {
        return arguments().objects(field).stream()
                .flatMap(step -> side.madeBy(step).stream())
                .filter(object -> !object.isClosed())
                .map(type::cast)
                .findFirst();
    }
}
