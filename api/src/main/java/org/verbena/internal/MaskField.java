// SPDX-License-Identifier: Apache-2.0
package org.verbena.internal;

import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/** The mask of the valid fields of a struct, for example {@code comp_mask}. */
public final class MaskField<F> extends Field<F> {
    private final LongFunction<F> decode;
    private final ToLongFunction<F> encode;

    MaskField(Row<F> row, int index, LongFunction<F> decode, ToLongFunction<F> encode) {
        super(row, index);
        this.decode = decode;
        this.encode = encode;
    }

    F flags(long mask) {
        return decode.apply(mask);
    }

    long mask(F flags) {
        return encode.applyAsLong(flags);
    }
}
