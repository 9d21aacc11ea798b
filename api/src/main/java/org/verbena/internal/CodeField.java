// SPDX-License-Identifier: Apache-2.0
package org.verbena.internal;

import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/** A field of an enum type, stored as its C number because drivers may know more numbers than there are constants. */
public final class CodeField<E> extends Field<Integer> {
    private final Codec<E> codec;

    CodeField(Row<Integer> row, int index, Codec<E> codec) {
        super(row, index);
        this.codec = codec;
    }

    E constant(int code) {
        return codec.of.apply(code);
    }

    int code(String verb, E constant) {
        return codec.number.applyAsInt(Attr.sendable(verb, name(), constant, codec.cName));
    }

    @Override
    Object shown(Integer code) {
        return codec.shown(code);
    }

    /** The functions of an enum, which this package does not import. */
    record Codec<E>(IntFunction<E> of, ToIntFunction<E> number, Function<E, String> cName) {
        /** Returns the constant if it stands for exactly this number, or else the number. */
        Object shown(int code) {
            E constant = of.apply(code);
            boolean exact = number.applyAsInt(constant) == code
                    && !cName.apply(constant).isEmpty();
            return exact ? constant : code;
        }
    }
}
