package org.verbena.cli.caps;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A selection of attributes: names separated by commas, or {@code all}.
 *
 * @param attrs the attributes in the order of the names, without duplicates
 */
record CapSelection(List<CapAttr> attrs) {
    private static final String ALL = "all";

    static final class Converter implements ITypeConverter<CapSelection>, Iterable<String> {
        @Override
        public CapSelection convert(String text) {
            return new CapSelection(
                    text.equals(ALL)
                            ? CapAttr.ALL
                            : Arrays.stream(text.split(",", -1))
                                    .map(this::find)
                                    .distinct()
                                    .toList());
        }

        private CapAttr find(String name) {
            return CapAttr.ALL.stream()
                    .filter(attr -> attr.cName().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(
                            () -> new TypeConversionException("'" + name + "' is none of " + String.join(", ", this)));
        }

        @Override
        public Iterator<String> iterator() {
            return Stream.concat(CapAttr.ALL.stream().map(CapAttr::cName), Stream.of(ALL))
                    .iterator();
        }
    }
}
