// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import org.verbena.internal.Attr;

/**
 * An immutable set of C flags. It keeps all 64 bits, including those that have no constant in the enum.
 *
 * @param <E> the enum of the flags
 */
public final class Flags<E extends Enum<E> & VerbsFlag> {
    private final Class<E> type;
    private final long mask;

    private Flags(Class<E> type, long mask) {
        this.type = type;
        this.mask = mask;
    }

    /**
     * Returns the empty set.
     *
     * @param type the enum of the flags
     * @param <E> the enum of the flags
     * @return the empty set
     */
    public static <E extends Enum<E> & VerbsFlag> Flags<E> none(Class<E> type) {
        return new Flags<>(type, 0);
    }

    /**
     * Returns a set of the given flags.
     *
     * @param first a flag
     * @param others further flags
     * @param <E> the enum of the flags
     * @return the set
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
     * Returns a set of any number of flags.
     *
     * @param type the enum of the flags
     * @param flags the flags; none results in an empty set
     * @param <E> the enum of the flags
     * @return the set
     * @throws org.verbena.error.InvalidRequestException if the array or a flag is null
     */
    @SafeVarargs
    public static <E extends Enum<E> & VerbsFlag> Flags<E> of(Class<E> type, E... flags) {
        long mask = 0;
        for (E flag : Attr.present(type.getSimpleName(), "flags", flags)) {
            mask |= Attr.present(type.getSimpleName(), "flag", flag).mask();
        }
        return new Flags<>(type, mask);
    }

    /**
     * Returns the set of the bits of a C mask, including bits without a constant.
     *
     * @param type the enum of the flags
     * @param mask the mask, any bits
     * @param <E> the enum of the flags
     * @return the set
     */
    public static <E extends Enum<E> & VerbsFlag> Flags<E> ofMask(Class<E> type, long mask) {
        return new Flags<>(type, mask);
    }

    /** {@return the bits as a C mask, negative if bit 63 is set} */
    public long mask() {
        return mask;
    }

    /** {@return whether no bit is set; true if the mask is 0} */
    public boolean isEmpty() {
        return mask == 0;
    }

    /**
     * Returns whether a flag is set.
     *
     * @param flag the flag
     * @return true if its bit is set
     */
    public boolean contains(E flag) {
        return (mask & flag.mask()) != 0;
    }

    /**
     * Returns a set that contains a flag in addition to the flags of this set.
     *
     * @param flag the flag
     * @return the set with the flag
     */
    public Flags<E> with(E flag) {
        return new Flags<>(type, mask | flag.mask());
    }

    /**
     * Returns a set of the flags of this set without the given one.
     *
     * @param flag the flag
     * @return the set without the flag
     */
    public Flags<E> without(E flag) {
        return new Flags<>(type, mask & ~flag.mask());
    }

    /**
     * Returns the flags that have a constant.
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
     * Returns the bits that have no constant.
     *
     * @return the mask of these bits, 0 if every bit has a constant
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

    /**
     * Returns the flags by name, and bits without a constant as one hexadecimal number: {@code SEND|TSO|0x8000}, or
     * {@code 0}.
     */
    @Override
    public String toString() {
        return text(Enum::name);
    }

    /** Returns the flags by C name: {@code IBV_ACCESS_LOCAL_WRITE|0x8000}, or {@code 0}. */
    String cText() {
        return text(VerbsConstant::cName);
    }

    private String text(Function<? super E, String> name) {
        StringJoiner text = new StringJoiner("|").setEmptyValue("0");
        known().forEach(flag -> text.add(name.apply(flag)));
        if (unknownBits() != 0) {
            text.add("0x" + Long.toHexString(unknownBits()));
        }
        return text.toString();
    }
}
