// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.attr.VerbsEnum;
import org.verbena.attr.VerbsFlag;

/** The notation of the numbers of a field. Converts numbers to names and back. */
sealed interface Notation {
    /** Decimal numbers. */
    Notation DECIMAL = new Decimal();

    /** Returns a notation that writes constants by name and other numbers in decimal. */
    static Notation constants(VerbsEnum... constants) {
        return new Constants(Stream.of(constants)
                .map(constant -> new Word(name(constant), constant.value()))
                .toList());
    }

    /** Returns such a notation for names that the walk defines, which represent 0, 1 and so on. */
    static Notation words(String... names) {
        return new Constants(IntStream.range(0, names.length)
                .mapToObj(number -> new Word(names[number], number))
                .toList());
    }

    /** Returns such a notation for GIDs. */
    static Notation gids() {
        return new Constants(Stream.of(GidWord.values())
                .map(word -> new Word(word.name(), word.number()))
                .toList());
    }

    /**
     * Returns a notation that writes the names of bits separated by {@code |}, and all bits without a name as one
     * number.
     */
    static Notation flags(VerbsFlag... flags) {
        return new FlagSet(
                Stream.of(flags).map(flag -> new Word(name(flag), flag.mask())).toList());
    }

    String write(long number);

    /**
     * Reads the output of {@link #write}, or any number.
     *
     * @throws IllegalArgumentException if the text is neither
     */
    long read(String text);

    /** Returns simpler numbers, the simplest first. */
    List<Long> simpler(long number);

    private static String name(Object constant) {
        return ((Enum<?>) constant).name();
    }

    private static long number(String text) {
        try {
            return Long.decode(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("neither a number nor a name of the field: " + text, e);
        }
    }

    /** A name of a number. */
    record Word(String name, long number) {
        static long find(List<Word> words, String text) {
            return words.stream()
                    .filter(word -> word.name().equals(text.toUpperCase(Locale.ROOT)))
                    .mapToLong(Word::number)
                    .findFirst()
                    .orElseGet(() -> Notation.number(text));
        }
    }

    /** See {@link #DECIMAL}. */
    record Decimal() implements Notation {
        @Override
        public String write(long number) {
            return Long.toString(number);
        }

        @Override
        public long read(String text) {
            return number(text);
        }

        @Override
        public List<Long> simpler(long number) {
            return Stream.of(0L, 1L, Long.highestOneBit(number), number / 2, number - 1)
                    .filter(simpler -> simpler >= 0 && simpler < number)
                    .distinct()
                    .toList();
        }
    }

    /** See {@link #constants}. */
    record Constants(List<Word> words) implements Notation {
        @Override
        public String write(long number) {
            return words.stream()
                    .filter(word -> word.number() == number)
                    .map(Word::name)
                    .findFirst()
                    .orElseGet(() -> Long.toString(number));
        }

        @Override
        public long read(String text) {
            return Word.find(words, text);
        }

        /** Returns all constants for a number without a name. No constant is simpler than another. */
        @Override
        public List<Long> simpler(long number) {
            boolean known = words.stream().anyMatch(word -> word.number() == number);
            return known ? List.of() : words.stream().map(Word::number).toList();
        }
    }

    /** See {@link #flags}. */
    record FlagSet(List<Word> words) implements Notation {
        @Override
        public String write(long number) {
            List<String> parts = new ArrayList<>();
            long rest = number;
            for (Word word : words) {
                if ((number & word.number()) != 0) {
                    parts.add(word.name());
                    rest &= ~word.number();
                }
            }
            if (rest != 0 || parts.isEmpty()) {
                parts.add(rest == 0 ? "0" : "0x" + Long.toHexString(rest));
            }
            return String.join("|", parts);
        }

        @Override
        public long read(String text) {
            return Stream.of(text.split("\\|", -1))
                    .mapToLong(part -> Word.find(words, part))
                    .reduce(0, (left, right) -> left | right);
        }

        /** Returns all masks with one bit less. */
        @Override
        public List<Long> simpler(long number) {
            List<Long> simpler = new ArrayList<>();
            for (long rest = number; rest != 0; rest &= rest - 1) {
                simpler.add(number & ~Long.lowestOneBit(rest));
            }
            return simpler;
        }
    }
}
