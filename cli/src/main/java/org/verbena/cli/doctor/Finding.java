// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * The result of one check.
 *
 * @param step the name of the step
 * @param result the result
 * @param text one line that describes what was found
 * @param advice one line with the command or the option that helps, null if the result is {@link Result#OK}
 */
record Finding(
        String step, Result result, String text, @Nullable String advice) {
    /** The results, with the colour of each in a terminal. */
    enum Result {
        /** Nothing to do. */
        OK(Style.fg_green),

        /** Something is missing that only some users need. */
        NOTE(Style.fg_yellow),

        /** Something exists and does not work. */
        PROBLEM(Style.fg_red);

        private final Style colour;

        Result(Style colour) {
            this.colour = colour;
        }

        Style colour() {
            return colour;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String step, String text) {
        return new Finding(step, Result.OK, text, null);
    }

    static Finding note(String step, String text, String advice) {
        return new Finding(step, Result.NOTE, text, advice);
    }

    static Finding problem(String step, String text, String advice) {
        return new Finding(step, Result.PROBLEM, text, advice);
    }

    Map<String, @Nullable Object> members() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("step", step);
        members.put("result", result.word());
        members.put("finding", text);
        members.put("advice", advice);
        return members;
    }
}
