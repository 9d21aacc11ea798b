// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verbena.error.InvalidRequestException;

/**
 * A value as text, with the name of its option or attribute. The methods throw {@link InvalidRequestException} if the
 * text is not a value of the requested type.
 *
 * @param attribute the name of the option or attribute
 * @param text the value
 */
record TextValue(String attribute, String text) {
    private static final Pattern FRACTION = Pattern.compile("-?\\d{1,20}(\\.\\d{0,20})?([eE][+-]?\\d{1,5})?");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,15})(ns|us|ms|s)");

    TextValue {
        attribute = attribute.strip();
        text = text.strip();
    }

    /** Parses {@code attribute=text}. The text is empty if there is no {@code =}. */
    static TextValue assigned(String written) {
        int equals = written.indexOf('=');
        return equals < 0
                ? new TextValue(written, "")
                : new TextValue(written.substring(0, equals), written.substring(equals + 1));
    }

    /** Parses a decimal number, or a hexadecimal number after {@code 0x}. A leading zero does not mean octal. */
    long number() {
        try {
            return text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw refuse("a whole number", "the value is an integer");
        }
    }

    int smallNumber() {
        long number = number();
        if (number != (int) number) {
            throw refuse("a number of 32 bits", "the value is an int");
        }
        return (int) number;
    }

    double fraction() {
        if (!FRACTION.matcher(text).matches()) {
            throw refuse("a number, for example 0.01", "the value is a probability");
        }
        double fraction = Double.parseDouble(text);
        if (fraction == 0 && text.matches("[0.]*[1-9].*")) {
            throw refuse("0 or at least " + Double.MIN_VALUE, "a smaller number would be 0");
        }
        return fraction;
    }

    Duration duration() {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw refuse("a whole number and one of ns, us, ms, s, for example 5ms", "the value is a duration");
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ns" -> Duration.ofNanos(count);
            case "us" -> Duration.ofNanos(count * 1000);
            case "ms" -> Duration.ofMillis(count);
            default -> Duration.ofSeconds(count);
        };
    }

    /** Returns the value with this name. */
    <T> T oneOf(List<T> values, Function<T, String> name) {
        return values.stream()
                .filter(value -> name.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> refuse("one of " + values.stream().map(name).toList(), "the value is a name"));
    }

    void requireNone() {
        if (!text.isEmpty()) {
            throw refuse("without a value", "the effect has no value");
        }
    }

    private InvalidRequestException refuse(String limit, String rule) {
        return SimDeviceConfig.refuse(attribute, text, limit, rule);
    }
}
