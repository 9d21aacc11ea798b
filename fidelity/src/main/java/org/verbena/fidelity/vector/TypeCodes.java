// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.verbena.attr.VerbsEnum;

/**
 * Converts between the names and the numbers of a type. One name represents all numbers that no header names, because
 * drivers refuse them alike.
 *
 * @param <E> the type
 */
final class TypeCodes<E extends Enum<E> & VerbsEnum> {
    private static final int UNNAMED = 99;

    private final E[] types;
    private final String unnamed;

    /**
     * Creates a converter.
     *
     * @param types the constants of the type
     * @param unnamed the name of all numbers without a constant
     */
    TypeCodes(E[] types, String unnamed) {
        this.types = types;
        this.unnamed = unnamed;
    }

    int read(JsonFields fields, String field) {
        String name = fields.text(field);
        if (name.equals(unnamed)) {
            return UNNAMED;
        }
        return Arrays.stream(types)
                .filter(type -> isNamed(type) && type.name().equals(name))
                .findFirst()
                .orElseThrow(() -> fields.refuse(field, "it must be one of " + names()))
                .value();
    }

    String name(int code) {
        return Arrays.stream(types)
                .filter(type -> isNamed(type) && type.value() == code)
                .findFirst()
                .map(Enum::name)
                .orElse(unnamed);
    }

    private String names() {
        return Arrays.stream(types)
                        .filter(TypeCodes::isNamed)
                        .map(Enum::name)
                        .collect(Collectors.joining(", ", "", ", "))
                + unnamed;
    }

    private static boolean isNamed(VerbsEnum type) {
        return !type.cName().isEmpty();
    }
}
