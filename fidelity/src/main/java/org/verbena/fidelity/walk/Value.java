// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The value of a field in a step. */
sealed interface Value {
    /** Returns simpler values, the simplest first. None is harder to read than this value. */
    List<Value> simpler(StepField field);

    String write(StepField field);

    static Value read(StepField field, String text) {
        return field.notation()
                .<Value>map(notation -> new Quantity(notation.read(text)))
                .orElseGet(() -> Names.read(text));
    }

    /** A number. Constants and masks are numbers as well. */
    record Quantity(long value) implements Value {
        @Override
        public List<Value> simpler(StepField field) {
            return field.notation().orElseThrow().simpler(value).stream()
                    .<Value>map(Quantity::new)
                    .toList();
        }

        @Override
        public String write(StepField field) {
            return field.notation().orElseThrow().write(value);
        }
    }

    /**
     * Objects, named by the numbers of the steps that created them.
     *
     * @param steps the numbers
     */
    record Names(List<Integer> steps) implements Value {
        private static final String MARK = "#";

        private static Names read(String text) {
            return new Names(Stream.of(text.split(",", -1)).map(Names::one).toList());
        }

        private static int one(String text) {
            if (!text.startsWith(MARK)) {
                throw new IllegalArgumentException("an object is " + MARK + " and the number of a step, not " + text);
            }
            return Integer.parseInt(text.substring(MARK.length()));
        }

        @Override
        public List<Value> simpler(StepField field) {
            return steps.size() == 1 ? List.of() : List.of(new Names(steps.subList(0, steps.size() / 2)));
        }

        @Override
        public String write(StepField field) {
            return steps.stream().map(step -> MARK + step).collect(Collectors.joining(","));
        }
    }
}
