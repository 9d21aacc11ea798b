package org.verbena.fidelity.walk;

import java.util.EnumMap;
import java.util.Map;

/**
 * One command of a walk. An object that it creates is known by its number from then on.
 *
 * @param number its number, unique within a walk
 * @param verb what it does
 * @param arguments with what
 */
record Step(int number, Verb verb, Arguments arguments) {
    /**
     * Reads a line as {@link #toString} writes it: {@code 3 create_cq cqe=16 channel=#2}.
     *
     * @throws IllegalArgumentException if it is not one; the message says why
     */
    static Step parse(String line) {
        String[] words = line.strip().split("\\s+", -1);
        try {
            int number = Integer.parseInt(words[0]);
            Verb verb = Verb.of(words.length > 1 ? words[1] : "");
            Map<Field, Value> values = new EnumMap<>(Field.class);
            for (int i = 2; i < words.length; i++) {
                String[] argument = words[i].split("=", 2);
                Field field = Field.of(argument[0]);
                values.put(field, Value.read(field, argument.length > 1 ? argument[1] : ""));
            }
            return new Step(number, verb, new Arguments(values));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a step: \"" + line + "\": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return number + " " + verb.word() + arguments;
    }
}
