package org.verbena.cli;

import java.math.BigInteger;
import org.verbena.cli.ping.PingPlan;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a whole number for an option that no C field limits. The error names the range. */
abstract class Whole implements ITypeConverter<Long> {
    private final BigInteger min;
    private final BigInteger max;

    private Whole(long min, long max) {
        this.min = BigInteger.valueOf(min);
        this.max = BigInteger.valueOf(max);
    }

    @Override
    public Long convert(String text) {
        BigInteger number = Unsigned.number(text);
        if (number.compareTo(min) < 0 || number.compareTo(max) > 0) {
            throw new TypeConversionException(number + " is outside " + min + ".." + max);
        }
        return number.longValue();
    }

    /** A number of round trips or steps. */
    static final class Count extends Whole {
        Count() {
            super(1, PingPlan.MAX_COUNT);
        }
    }

    /** A number of round trips that may be none. */
    static final class CountOrNone extends Whole {
        CountOrNone() {
            super(0, PingPlan.MAX_COUNT);
        }
    }

    /** A number of vectors: as many as a file of them may have. */
    static final class Vectors extends Whole {
        Vectors() {
            super(1, 1_000_000);
        }
    }

    /** Bytes of a message. */
    static final class MessageSize extends Whole {
        MessageSize() {
            super(0, PingPlan.MAX_SIZE);
        }
    }

    /** A time in milliseconds. */
    static final class Millis extends Whole {
        Millis() {
            super(1, Integer.MAX_VALUE);
        }
    }

    /** A port of a device: {@code port_num} is a uint8_t and starts with 1. */
    static final class Port extends Whole {
        Port() {
            super(1, 255);
        }
    }

    /** The index of an entry in a table. */
    static final class Index extends Whole {
        Index() {
            super(0, Integer.MAX_VALUE);
        }
    }

    /** A seed of random numbers. */
    static final class Seed extends Whole {
        Seed() {
            super(Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }
}
