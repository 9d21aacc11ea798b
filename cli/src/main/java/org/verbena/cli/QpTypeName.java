package org.verbena.cli;

import java.util.Arrays;
import java.util.Iterator;
import org.verbena.attr.QpType;
import picocli.CommandLine.ITypeConverter;

/** Converts the name of a queue pair type, and lists the names. */
final class QpTypeName implements ITypeConverter<QpType>, Iterable<String> {
    private final Names<QpType> names = new Names<>(Arrays.asList(QpType.values()));

    @Override
    public QpType convert(String text) {
        return names.find(text);
    }

    @Override
    public Iterator<String> iterator() {
        return names.iterator();
    }
}
