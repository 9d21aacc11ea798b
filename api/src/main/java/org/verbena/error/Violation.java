// SPDX-License-Identifier: Apache-2.0
package org.verbena.error;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A rule that a request breaks.
 *
 * @param attribute the C name of the attribute, for example {@code max_send_wr}
 * @param requested the requested value
 * @param limit the values that the rule allows
 * @param rule the rule in one sentence
 * @param source the source of the rule: a man page, a header, or a function of a driver or the kernel
 */
public record Violation(String attribute, String requested, String limit, String rule, String source) {
    private static final int MAX_VALUE = 500;
    private static final int MAX_TEXT = 4000;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    /**
     * Creates a violation and checks that no argument is null. Because messages appear in logs, control characters are
     * replaced by escape sequences, and a value of more than 500 characters is cut.
     *
     * @param attribute the C name of the attribute
     * @param requested the requested value
     * @param limit the values that the rule allows
     * @param rule the rule in one sentence
     * @param source the source of the rule
     */
    public Violation {
        Objects.requireNonNull(attribute, "attribute");
        Objects.requireNonNull(requested, "requested");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(source, "source");
        attribute = printable(attribute, MAX_VALUE);
        requested = printable(requested, MAX_VALUE);
        limit = printable(limit, MAX_TEXT);
        rule = printable(rule, MAX_TEXT);
    }

    private static String printable(String text, int max) {
        String start = text.length() <= max ? text : text.substring(0, max);
        String shown = UNPRINTABLE
                .matcher(start)
                .replaceAll(match -> String.format("\\\\u%04x", match.group().codePointAt(0)));
        return start.length() == text.length() ? shown : shown + "... (" + text.length() + " characters)";
    }

    /** Returns one line: {@code max_send_wr = 40000, limit 32768: the rule [source]}. */
    @Override
    public String toString() {
        return attribute + " = " + requested + ", limit " + limit + ": " + rule + " [" + source + "]";
    }
}
