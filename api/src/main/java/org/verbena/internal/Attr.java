// SPDX-License-Identifier: Apache-2.0
package org.verbena.internal;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/** Range checks for the C types of request fields. */
public final class Attr {
    static final int UINT8_MAX = 0xFF;
    static final int UINT16_MAX = 0xFFFF;
    static final long UINT32_MAX = 0xFFFF_FFFFL;
    private static final String SOURCE = "<infiniband/verbs.h>";

    private Attr() {}

    public static long uint32(String struct, String attribute, long value) {
        return inRange(struct, attribute, value, UINT32_MAX, "uint32_t");
    }

    public static int uint16(String struct, String attribute, int value) {
        return (int) inRange(struct, attribute, value, UINT16_MAX, "uint16_t");
    }

    public static int uint8(String struct, String attribute, int value) {
        return (int) inRange(struct, attribute, value, UINT8_MAX, "uint8_t");
    }

    /** Checks that a constant can be passed to C, which has no number for UNKNOWN. */
    public static <E> E sendable(
            String struct, String attribute, @Nullable E constant, Function<? super E, String> cName) {
        E value = present(struct, attribute, constant);
        if (cName.apply(value).isEmpty()) {
            throw refuse(struct, attribute, value.toString(), "a constant with a C name", "C has no number for this");
        }
        return value;
    }

    public static <T> T present(String struct, String attribute, @Nullable T value) {
        if (value == null) {
            throw refuse(struct, attribute, "null", "not null", "the attribute needs a value");
        }
        return value;
    }

    public static InvalidRequestException refuse(
            String struct, String attribute, String requested, String limit, String rule) {
        return new InvalidRequestException(
                struct, Errno.EINVAL, "request", new Violation(attribute, requested, limit, rule, SOURCE));
    }

    static long inRange(String struct, String attribute, long value, long max, String type) {
        if (value < 0 || value > max) {
            throw refuse(struct, attribute, Long.toString(value), "0.." + max, "the C field is a " + type);
        }
        return value;
    }
}
