package org.verbena.cli.cm;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The arguments of {@code -T} of rstream. */
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

    /** Converts a letter or a word. As in C, the end of a word does not matter. */
    static final class Converter implements ITypeConverter<StreamOption> {
        @Override
        public StreamOption convert(String text) {
            String word = text.toLowerCase(Locale.ROOT);
            if (is(word, "socket")) {
                return SOCKETS;
            }
            if (is(word, "async")) {
                return ASYNC;
            }
            if (is(word, "block")) {
                return BLOCKING;
            }
            if (is(word, "nonblock")) {
                return NONBLOCKING;
            }
            if (is(word, "verify")) {
                return VERIFY;
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

        private static boolean is(String text, String word) {
            return text.startsWith(word) || text.equals(word.substring(0, 1));
        }
    }
}
