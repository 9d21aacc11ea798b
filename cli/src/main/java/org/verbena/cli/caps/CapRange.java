// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.caps;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.option.Unsigned;
import org.verbena.cli.text.UsageException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options that select the values of an attribute to request. */
final class CapRange {
    @Option(
            names = "--from",
            paramLabel = "N",
            converter = Unsigned.Uint32.class,
            description = "Smallest value. If --to is close to it, every value in between is shown.")
    private @Nullable Long from;

    @Option(names = "--to", paramLabel = "N", converter = Unsigned.Uint32.class, description = "Largest value.")
    private @Nullable Long to;

    @Option(
            names = "--values",
            paramLabel = "N,N...",
            converter = Values.Converter.class,
            description = "Show exactly these values.")
    private @Nullable Values values;

    /** Returns the values for these curves, in ascending order. */
    List<Long> of(List<CapCurve> curves) {
        if (values != null) {
            if (from != null || to != null) {
                throw new UsageException("--values excludes --from and --to");
            }
            return values.list();
        }
        if (from == null && to == null) {
            return CapValues.of(curves);
        }
        long first = from == null ? 0 : from;
        long last = to == null ? CapValues.LAST : to;
        if (first > last) {
            throw new UsageException("--from = " + first + ", limit --to = " + last);
        }
        return CapValues.between(first, last, curves);
    }

    /**
     * The values of an explicit list.
     *
     * @param list the values, ascending and distinct
     */
    record Values(List<Long> list) {
        static final class Converter implements ITypeConverter<Values> {
            @Override
            public Values convert(String text) {
                return new Values(Arrays.stream(text.split(",", -1))
                        .map(value -> Unsigned.parse(value, Integer.SIZE))
                        .sorted()
                        .distinct()
                        .toList());
            }
        }
    }
}
