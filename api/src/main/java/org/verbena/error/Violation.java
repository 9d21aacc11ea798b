// SPDX-License-Identifier: Apache-2.0
package org.verbena.error;

import java.util.Objects;

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
    /**
     * Creates a violation and checks that no argument is null.
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
    }

    /** Returns one line: {@code max_send_wr = 40000, limit 32768: the rule [source]}. */
    @Override
    public String toString() {
        return attribute + " = " + requested + ", limit " + limit + ": " + rule + " [" + source + "]";
    }
}
