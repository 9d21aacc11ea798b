package org.verbena.cli;

import java.util.Arrays;
import java.util.Iterator;
import org.verbena.attr.QpCapField;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the C name of a queue pair capability, and lists the names. */
final class QpCapName implements ITypeConverter<QpCapField>, Iterable<String> {
    @Override
    public QpCapField convert(String text) {
        return Arrays.stream(QpCapField.values())
                .filter(field -> field.cName().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of " + String.join(", ", this)));
    }

    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(QpCapField.values()).map(QpCapField::cName).iterator();
    }
}
