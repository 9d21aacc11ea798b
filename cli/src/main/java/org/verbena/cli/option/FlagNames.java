// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.util.Arrays;
import java.util.Iterator;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;
import org.verbena.attr.VerbsFlag;
import org.verbena.attr.WqFlag;
import picocli.CommandLine.ITypeConverter;

/**
 * Converts flags that are separated by commas: names, or numbers for bits without a name. It also lists the names.
 *
 * @param <E> the flags
 */
public abstract class FlagNames<E extends Enum<E> & VerbsFlag> implements ITypeConverter<Flags<E>>, Iterable<String> {
    private final Class<E> type;
    private final int bits;
    private final ConstantNames<E> names;

    private FlagNames(Class<E> type, int bits) {
        this.type = type;
        this.bits = bits;
        this.names = new ConstantNames<>(Arrays.asList(type.getEnumConstants()));
    }

    @Override
    public Flags<E> convert(String text) {
        long mask = 0;
        for (String flag : text.split(",", -1)) {
            mask |= isNumber(flag)
                    ? Unsigned.parse(flag, bits)
                    : names.convert(flag).mask();
        }
        return Flags.ofMask(type, mask);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && (Character.isDigit(text.charAt(0)) || text.charAt(0) == '-');
    }

    @Override
    public Iterator<String> iterator() {
        return names.iterator();
    }

    static final class QpCreateFlags extends FlagNames<QpCreateFlag> {
        QpCreateFlags() {
            super(QpCreateFlag.class, Integer.SIZE);
        }
    }

    static final class QpCompMask extends FlagNames<QpInitAttr.Mask> {
        QpCompMask() {
            super(QpInitAttr.Mask.class, Integer.SIZE);
        }
    }

    public static final class QpAttributes extends FlagNames<QpAttr.Mask> {
        QpAttributes() {
            super(QpAttr.Mask.class, Integer.SIZE);
        }
    }

    static final class SendOps extends FlagNames<SendOp> {
        SendOps() {
            super(SendOp.class, Long.SIZE);
        }
    }

    static final class RxHashFields extends FlagNames<RxHashField> {
        RxHashFields() {
            super(RxHashField.class, Long.SIZE);
        }
    }

    static final class RxHashFunctions extends FlagNames<RxHashFunction> {
        RxHashFunctions() {
            super(RxHashFunction.class, Byte.SIZE);
        }
    }

    public static final class WqFlags extends FlagNames<WqFlag> {
        WqFlags() {
            super(WqFlag.class, Integer.SIZE);
        }
    }
}
