package org.verbena;

import java.util.Objects;

/**
 * One rule that a request breaks.
 *
 * @param attribute the attribute by its C name, for example {@code max_send_wr}
 * @param requested the value that was asked for
 * @param limit what the rule allows
 * @param rule the rule in a sentence
 * @param source where the rule stands: a man page, a header, a driver's or kernel's function
 */
public record Violation(String attribute, String requested, String limit, String rule, String source) {
    /**
     * Checks that nothing is missing.
     *
     * @param attribute the attribute by its C name
     * @param requested the value that was asked for
     * @param limit what the rule allows
     * @param rule the rule in a sentence
     * @param source where the rule stands
     */
    public Violation {
        Objects.requireNonNull(attribute, "attribute");
        Objects.requireNonNull(requested, "requested");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(source, "source");
    }

    /** One line: {@code max_send_wr = 40000, limit 32768: the rule [source]}. */
    @Override
    public String toString() {
        return attribute + " = " + requested + ", limit " + limit + ": " + rule + " [" + source + "]";
    }
}
