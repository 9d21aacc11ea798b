package org.verbena;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.StringJoiner;

/**
 * An immutable set of C flags. It keeps every one of its 64 bits, also those that have no constant here.
 *
 * @param <E> the flags
 */
public final class Flags<E extends Enum<E> & VerbsFlag> {
    private final Class<E> type;
    private final long mask;

    private Flags(Class<E> type, long mask) {
        this.type = type;
        this.mask = mask;
    }

    /**
     * No flag at all.
     *
     * @param type the flags
     * @param <E> the flags
     * @return the empty set
     */
    public static <E extends Enum<E> & VerbsFlag> Flags<E> none(Class<E> type) {
        return new Flags<>(type, 0);
    }

    /**
     * The given flags.
     *
     * @param first one flag
     * @param others further flags
     * @param <E> the flags
     * @return their set
     */
    @SafeVarargs
    public static <E extends Enum<E> & VerbsFlag> Flags<E> of(E first, E... others) {
        long mask = first.mask();
        for (E flag : others) {
            mask |= flag.mask();
        }
        return new Flags<>(first.getDeclaringClass(), mask);
    }

    /**
     * The bits as C has them, including those without a constant.
     *
     * @param type the flags
     * @param mask any bits
     * @param <E> the flags
     * @return their set
     */
    public static <E extends Enum<E> & VerbsFlag> Flags<E> ofMask(Class<E> type, long mask) {
        return new Flags<>(type, mask);
    }

    /**
     * The bits as C has them.
     *
     * @return the mask; bit 63 makes it negative
     */
    public long mask() {
        return mask;
    }

    /**
     * Whether no bit is set.
     *
     * @return true when the mask is 0
     */
    public boolean isEmpty() {
        return mask == 0;
    }

    /**
     * Whether a flag is set.
     *
     * @param flag the flag
     * @return true when its bit is set
     */
    public boolean contains(E flag) {
        return (mask & flag.mask()) != 0;
    }

    /**
     * Adds a flag.
     *
     * @param flag the flag
     * @return a set with it
     */
    public Flags<E> with(E flag) {
        return new Flags<>(type, mask | flag.mask());
    }

    /**
     * Removes a flag.
     *
     * @param flag the flag
     * @return a set without it
     */
    public Flags<E> without(E flag) {
        return new Flags<>(type, mask & ~flag.mask());
    }

    /**
     * The flags that have a constant.
     *
     * @return an unmodifiable set
     */
    public Set<E> known() {
        Set<E> known = EnumSet.noneOf(type);
        for (E flag : type.getEnumConstants()) {
            if (contains(flag)) {
                known.add(flag);
            }
        }
        return Collections.unmodifiableSet(known);
    }

    /**
     * The bits that have no constant.
     *
     * @return a mask, 0 when every bit is known
     */
    public long unknownBits() {
        long unknown = mask;
        for (E flag : type.getEnumConstants()) {
            unknown &= ~flag.mask();
        }
        return unknown;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Flags<?> flags && flags.type == type && flags.mask == mask;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(mask);
    }

    /** The flags by name, unknown bits as one hexadecimal number: {@code SEND|TSO|0x8000}, or {@code 0}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner("|").setEmptyValue("0");
        known().forEach(flag -> text.add(flag.name()));
        if (unknownBits() != 0) {
            text.add("0x" + Long.toHexString(unknownBits()));
        }
        return text.toString();
    }
}
