package org.verbena;

import org.jspecify.annotations.Nullable;

/** Range checks for the C types of request fields. */
final class Attr {
    private static final long UINT32_MAX = 0xFFFF_FFFFL;
    private static final String SOURCE = "<infiniband/verbs.h>";

    private Attr() {}

    static long uint32(String struct, String attribute, long value) {
        return inRange(struct, attribute, value, UINT32_MAX, "uint32_t");
    }

    static int uint16(String struct, String attribute, int value) {
        return (int) inRange(struct, attribute, value, 0xFFFF, "uint16_t");
    }

    static int uint8(String struct, String attribute, int value) {
        return (int) inRange(struct, attribute, value, 0xFF, "uint8_t");
    }

    /** Checks a C {@code int} that holds a count. */
    static int count(String struct, String attribute, long value) {
        return (int) inRange(struct, attribute, value, Integer.MAX_VALUE, "int");
    }

    static <E extends Enum<E> & VerbsFlag> Flags<E> flags32(String struct, String attribute, Flags<E> flags) {
        present(struct, attribute, flags);
        inRange(struct, attribute, flags.mask(), UINT32_MAX, "32-bit mask");
        return flags;
    }

    /** Checks that a constant can be passed to C, which has no number for UNKNOWN. */
    static <E extends VerbsEnum> E sendable(String struct, String attribute, @Nullable E constant) {
        E value = present(struct, attribute, constant);
        if (value.cName().isEmpty()) {
            throw refuse(struct, attribute, value.toString(), "a constant with a C name", "C has no number for this");
        }
        return value;
    }

    static <T> T present(String struct, String attribute, @Nullable T value) {
        if (value == null) {
            throw refuse(struct, attribute, "null", "not null", "the attribute needs a value");
        }
        return value;
    }

    static InvalidRequestException refuse(
            String struct, String attribute, String requested, String limit, String rule) {
        return new InvalidRequestException(
                struct, Errno.EINVAL, "request", new Violation(attribute, requested, limit, rule, SOURCE));
    }

    private static long inRange(String struct, String attribute, long value, long max, String type) {
        if (value < 0 || value > max) {
            throw refuse(struct, attribute, Long.toString(value), "0.." + max, "the C field is a " + type);
        }
        return value;
    }
}
