// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

/** Reads limits that a configuration writes as words: generations, modes and switches are numbers in a model. */
final class LimitWords {
    private LimitWords() {}

    static long read(JsonFields fields, String name) {
        if (fields.isNumber(name)) {
            return fields.unsigned(name, Long.SIZE - 1);
        }
        return fields.isFlag(name) ? (fields.flag(name) ? 1 : 0) : number(fields, name);
    }

    /**
     * Converts a word to a number. Modes count from 0; a generation has its number at the end: {@code GEN_2},
     * {@code HIP09}.
     */
    private static long number(JsonFields fields, String name) {
        String word = fields.text(name);
        return switch (word) {
            case "static" -> 0;
            case "variable" -> 1;
            default -> {
                String digits = word.replaceFirst("^[A-Z]+_?", "");
                if (!digits.matches("\\d{1,4}")) {
                    throw fields.refuse(
                            name, "it must be a number, true, false, static, variable, or a generation such as GEN_2");
                }
                yield Long.parseLong(digits);
            }
        };
    }
}
