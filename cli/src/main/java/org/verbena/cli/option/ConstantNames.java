// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.verbena.attr.QpCapField;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.VerbsConstant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The names of the constants of an enumeration, in the spelling of Java and of C, regardless of case. picocli uses it
 * as the converter of an option and as the list of its values.
 *
 * @param <E> the enumeration
 */
public class ConstantNames<E extends Enum<E> & VerbsConstant> implements ITypeConverter<E>, Iterable<String> {
    private final List<E> constants;

    /** Creates the names of the constants that exist in C. */
    ConstantNames(List<E> constants) {
        this.constants = constants.stream()
                .filter(constant -> !constant.cName().isEmpty())
                .toList();
    }

    @Override
    public final E convert(String name) {
        return constants.stream()
                .filter(constant -> constant.name().equalsIgnoreCase(name)
                        || constant.cName().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> unknown(name, this));
    }

    @Override
    public final Iterator<String> iterator() {
        return constants.stream().map(Enum::name).iterator();
    }

    /** Returns the exception for a name that is not in a list. */
    public static TypeConversionException unknown(String name, Iterable<String> names) {
        return new TypeConversionException("'" + name + "' is not one of " + String.join(", ", names));
    }

    /** The types of queue pairs. */
    public static final class OfQpType extends ConstantNames<QpType> {
        /** picocli creates the converter. */
        public OfQpType() {
            super(Arrays.asList(QpType.values()));
        }
    }

    /** The types of queue pairs that {@code verbena ping} supports. */
    public static final class OfPingType extends ConstantNames<QpType> {
        /** picocli creates the converter. */
        public OfPingType() {
            super(List.of(QpType.RC, QpType.UC, QpType.UD));
        }
    }

    /** The states of queue pairs. */
    public static final class OfQpState extends ConstantNames<QpState> {
        /** picocli creates the converter. */
        public OfQpState() {
            super(Arrays.asList(QpState.values()));
        }
    }

    /** The capabilities of queue pairs, by their C names. */
    public static final class OfQpCap implements ITypeConverter<QpCapField>, Iterable<String> {
        @Override
        public QpCapField convert(String text) {
            return Arrays.stream(QpCapField.values())
                    .filter(field -> field.cName().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> unknown(text, this));
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(QpCapField.values()).map(QpCapField::cName).iterator();
        }
    }
}
