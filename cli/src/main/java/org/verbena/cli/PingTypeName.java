package org.verbena.cli;

import java.util.Iterator;
import java.util.List;
import org.verbena.attr.QpType;
import picocli.CommandLine.ITypeConverter;

/** Converts the name of a queue pair type that {@code verbena ping} supports, and lists the names. */
final class PingTypeName implements ITypeConverter<QpType>, Iterable<String> {
    private final Names<QpType> names = new Names<>(List.of(QpType.RC, QpType.UC, QpType.UD));

    @Override
    public QpType convert(String text) {
        return names.find(text);
    }

    @Override
    public Iterator<String> iterator() {
        return names.iterator();
    }
}
