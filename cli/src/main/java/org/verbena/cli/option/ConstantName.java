package org.verbena.cli.option;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.verbena.attr.QpCapField;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.cli.text.Names;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters of the names of constants. picocli also uses each as the list of its names. */
public final class ConstantName {
    private ConstantName() {}

    /** The types of queue pairs. */
    public static final class OfQpType extends Names<QpType> {
        /** picocli creates the converter. */
        public OfQpType() {
            super(Arrays.asList(QpType.values()));
        }
    }

    /** The types of queue pairs that {@code verbena ping} supports. */
    public static final class OfPingType extends Names<QpType> {
        /** picocli creates the converter. */
        public OfPingType() {
            super(List.of(QpType.RC, QpType.UC, QpType.UD));
        }
    }

    /** The states of queue pairs. */
    public static final class OfQpState extends Names<QpState> {
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
                    .orElseThrow(
                            () -> new TypeConversionException("'" + text + "' is none of " + String.join(", ", this)));
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(QpCapField.values()).map(QpCapField::cName).iterator();
        }
    }
}
