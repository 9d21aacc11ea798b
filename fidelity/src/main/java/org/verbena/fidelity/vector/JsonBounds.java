// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks a JSON text before it is parsed. The parser recurses for each bracket and takes quadratic time for long
 * numbers. Of two members with the same name it keeps the last without an error. The parser reports all other errors.
 */
final class JsonBounds {
    /** The maximum nesting depth; vectors and configurations have three levels. */
    private static final int MAX_DEPTH = 16;

    /** The maximum length of a number; any 64-bit number is shorter, with sign, fraction and exponent. */
    private static final int MAX_NUMBER = 40;

    private static final String OF_NUMBERS = "0123456789+-.eE";

    private final String where;
    private final String text;
    /** The member names of each open object; an empty set for an array. */
    private final Deque<Set<String>> open = new ArrayDeque<>();

    private int position;

    private JsonBounds(String where, String text) {
        this.where = where;
        this.text = text;
    }

    /**
     * Checks a text.
     *
     * @param where the position of the text, for error messages
     * @throws FormatException if the text exceeds a limit, or an object has two members with the same name
     */
    static void require(String where, String text) {
        new JsonBounds(where, text).scan();
    }

    private void scan() {
        while (position < text.length()) {
            char current = text.charAt(position);
            switch (current) {
                case '"' -> string();
                case '{', '[' -> enter();
                case '}', ']' -> open.poll();
                default -> {
                    if (OF_NUMBERS.indexOf(current) >= 0) {
                        number();
                        continue;
                    }
                }
            }
            position++;
        }
    }

    private void enter() {
        if (open.size() == MAX_DEPTH) {
            throw new FormatException(where, "not a JSON object that can be read: it is nested too deeply");
        }
        open.push(new HashSet<>());
    }

    private void number() {
        int start = position;
        while (position < text.length() && OF_NUMBERS.indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        if (position - start > MAX_NUMBER) {
            throw new FormatException(
                    where, "a number has " + (position - start) + " characters; it must have at most " + MAX_NUMBER);
        }
    }

    /** Moves to the closing quotation mark and checks member names for duplicates. */
    private void string() {
        int start = position++;
        while (position < text.length() && text.charAt(position) != '"') {
            position += text.charAt(position) == '\\' ? 2 : 1;
        }
        if (position < text.length() && isName()) {
            String name = text.substring(start, position + 1);
            if (!open.isEmpty() && !open.element().add(name.indexOf('\\') < 0 ? name : unescaped(name))) {
                throw new FormatException(where, "it has two members of the name " + name);
            }
        }
    }

    /** Returns whether a colon follows the string. */
    private boolean isName() {
        int next = position + 1;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next < text.length() && text.charAt(next) == ':';
    }

    private static String unescaped(String name) {
        try {
            return '"' + JsonParser.any().from(name).toString() + '"';
        } catch (JsonParserException e) {
            return name; // the parser reports the error
        }
    }
}
