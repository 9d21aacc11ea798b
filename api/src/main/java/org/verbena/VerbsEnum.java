package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** A constant of a C enumeration whose values exclude one another. */
@ProviderType
public non-sealed interface VerbsEnum extends VerbsConstant {
    /**
     * The number that C uses.
     *
     * @return the value in verbs.h
     */
    int value();

    /**
     * Finds the constant of a number. Drivers may report numbers that are newer than this library; those must not
     * throw.
     *
     * @param constants the constants to search
     * @param value the number
     * @param otherwise the answer where no constant has this number
     * @param <E> the enumeration
     * @return the constant with that number, or {@code otherwise}
     */
    static <E extends VerbsEnum> E find(E[] constants, int value, E otherwise) {
        for (E constant : constants) {
            if (constant.value() == value) {
                return constant;
            }
        }
        return otherwise;
    }
}
