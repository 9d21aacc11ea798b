package org.verbena.cli;

import java.util.Arrays;
import java.util.Iterator;
import org.verbena.attr.QpState;
import picocli.CommandLine.ITypeConverter;

/** Converts the name of a queue pair state, and lists the names. */
final class QpStateName implements ITypeConverter<QpState>, Iterable<String> {
    private final Names<QpState> names = new Names<>(Arrays.asList(QpState.values()));

    @Override
    public QpState convert(String text) {
        return names.find(text);
    }

    @Override
    public Iterator<String> iterator() {
        return names.iterator();
    }
}
