// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.osgi.annotation.versioning.ProviderType;

/** A constant of a C enumeration with mutually exclusive values. */
@ProviderType
public non-sealed interface VerbsEnum extends VerbsConstant {
    /**
     * Returns the C number of the constant.
     *
     * @return the value in verbs.h
     */
    int value();

    /**
     * Returns the constant with the given number. Drivers may report numbers that are newer than this library, so this
     * method does not throw for a number without a constant.
     *
     * @param constants the constants to search
     * @param value the number
     * @param otherwise the result if no constant has this number
     * @param <E> the enumeration
     * @return the constant with this number, or {@code otherwise}
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
