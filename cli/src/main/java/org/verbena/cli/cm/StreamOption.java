// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The arguments of {@code -T} of rstream and riostream. */
enum StreamOption {
    /** TCP sockets of the JDK instead of RDMA. */
    SOCKETS,

    /** Non-blocking calls, and a selector that waits. */
    ASYNC,

    /** Blocking calls. */
    BLOCKING,

    /** Non-blocking calls that are repeated. */
    NONBLOCKING,

    /** Verification of the data. */
    VERIFY;

    private static Optional<StreamOption> ofRdma(String word) {
        if (is(word, "async")) {
            return Optional.of(ASYNC);
        }
        if (is(word, "block")) {
            return Optional.of(BLOCKING);
        }
        if (is(word, "nonblock")) {
            return Optional.of(NONBLOCKING);
        }
        return is(word, "verify") ? Optional.of(VERIFY) : Optional.empty();
    }

    /** As in C, the end of a word does not matter. */
    private static boolean is(String text, String word) {
        return text.startsWith(word) || text.equals(word.substring(0, 1));
    }

    /** Converts a letter or a word of riostream, which has no sockets of the JDK. */
    static final class RdmaConverter implements ITypeConverter<StreamOption> {
        @Override
        public StreamOption convert(String text) {
            return ofRdma(text.toLowerCase(Locale.ROOT))
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is not one of a, b, n, v"));
        }
    }

    /** Converts a letter or a word of rstream. */
    static final class Converter implements ITypeConverter<StreamOption> {
        @Override
        public StreamOption convert(String text) {
            String word = text.toLowerCase(Locale.ROOT);
            Optional<StreamOption> common = ofRdma(word);
            if (common.isPresent()) {
                return common.get();
            }
            if (is(word, "socket")) {
                return SOCKETS;
            }
            if (is(word, "fork")) {
                throw new TypeConversionException("'" + text + "' is not supported, because a JVM cannot fork");
            }
            if (is(word, "resolve")) {
                throw new TypeConversionException(
                        "'" + text + "' is not supported, because channels take an IP address, not a resolved route");
            }
            throw new TypeConversionException("'" + text + "' is not one of s, a, b, n, v");
        }
    }
}
