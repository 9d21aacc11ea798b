// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.EnumMap;
import java.util.Map;

/**
 * One command of a walk. Later steps refer to the object that it creates by its number.
 *
 * @param number the number, unique within a walk
 * @param verb the verb
 * @param arguments the arguments
 */
record Step(int number, StepVerb verb, StepArguments arguments) {
    /**
     * Parses a line in the format of {@link #toString}: {@code 3 create_cq cqe=16 channel=#2}.
     *
     * @throws IllegalArgumentException if the line is not a step; the message contains the reason
     */
    static Step parse(String line) {
        String[] words = line.strip().split("\\s+", -1);
        try {
            int number = Integer.parseInt(words[0]);
            StepVerb verb = StepVerb.of(words.length > 1 ? words[1] : "");
            Map<StepField, Value> values = new EnumMap<>(StepField.class);
            for (int i = 2; i < words.length; i++) {
                String[] argument = words[i].split("=", 2);
                StepField field = StepField.of(argument[0]);
                values.put(field, Value.read(field, argument.length > 1 ? argument[1] : ""));
            }
            return new Step(number, verb, new StepArguments(values));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a step: \"" + line + "\": " + e.getMessage(), e);
        }
    }

    /** Returns the end of a connection that runs this step, 0 or 1. Only second ends have shared receive queues. */
    int end() {
        return verb == StepVerb.SRQ_RECV || arguments.number(StepField.END) != 0 ? 1 : 0;
    }

    @Override
    public String toString() {
        return number + " " + verb.word() + arguments;
    }
}
