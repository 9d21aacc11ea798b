// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.math.BigInteger;
import org.verbena.cli.ping.PingPlan;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a whole number for an option that corresponds to no C field. An error names the valid range. */
public abstract class Whole implements ITypeConverter<Long> {
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

    /** Converts a number of round trips or steps, at least 1. */
    public static final class Count extends Whole {
        Count() {
            super(1, PingPlan.MAX_COUNT);
        }
    }

    /** Converts a number of round trips, which may be 0. */
    public static final class CountOrNone extends Whole {
        CountOrNone() {
            super(0, PingPlan.MAX_COUNT);
        }
    }

    /** Converts a number of vectors, up to the maximum for a file. */
    public static final class Vectors extends Whole {
        Vectors() {
            super(1, 1_000_000);
        }
    }

    /** Converts a message size in bytes. */
    public static final class MessageSize extends Whole {
        MessageSize() {
            super(0, PingPlan.MAX_SIZE);
        }
    }

    /** Converts a time in milliseconds. */
    public static final class Millis extends Whole {
        Millis() {
            super(1, Integer.MAX_VALUE);
        }
    }

    /** Converts a port number of a device. {@code port_num} is a {@code uint8_t} and starts at 1. */
    public static final class Port extends Whole {
        Port() {
            super(1, 255);
        }
    }

    /** Converts a TCP port that a peer can connect to. */
    public static final class TcpPort extends Whole {
        TcpPort() {
            super(1, 65_535);
        }
    }

    /** Converts the size of the data of {@code rping}, which has the limits of the program in C. */
    public static final class RpingSize extends Whole {
        RpingSize() {
            super(23, 65_535);
        }
    }

    /** Converts a number of pings, connections or messages. */
    public static final class IntOrNone extends Whole {
        IntOrNone() {
            super(0, Integer.MAX_VALUE);
        }
    }

    /** Converts a number of transfers or iterations of {@code rstream}, which is a positive {@code int} in C. */
    public static final class PositiveInt extends Whole {
        PositiveInt() {
            super(1, Integer.MAX_VALUE);
        }
    }

    /** Converts the size of a transfer of {@code rstream}, or {@code all} for a series of sizes. */
    public static final class TransferSize extends Whole {
        /** The result for {@code all}. */
        public static final long ALL = 0;

        TransferSize() {
            super(1, Integer.MAX_VALUE);
        }

        @Override
        public Long convert(String text) {
            return text.equalsIgnoreCase("all") ? Long.valueOf(ALL) : super.convert(text);
        }
    }

    /** Converts the size of a socket buffer, twice of which is the size of a ring. */
    public static final class SocketBuffer extends Whole {
        SocketBuffer() {
            super(2048, 1 << 29);
        }
    }

    /** Converts the idle time of a keepalive in seconds. Linux has this limit. */
    public static final class KeepaliveTime extends Whole {
        KeepaliveTime() {
            super(1, 32_767);
        }
    }

    /** Converts a number of connections, at least 1. */
    public static final class Connections extends Whole {
        Connections() {
            super(1, 100_000);
        }
    }

    /** Converts a value of 8 bits, such as a type of service. */
    public static final class Uint8 extends Whole {
        Uint8() {
            super(0, 255);
        }
    }

    /** Converts an exponent of 5 bits, such as an ACK timeout. */
    public static final class Uint5 extends Whole {
        Uint5() {
            super(0, 31);
        }
    }

    /** Converts a path MTU in bytes. */
    public static final class MtuBytes extends Whole {
        MtuBytes() {
            super(256, 4096);
        }

        @Override
        public Long convert(String text) {
            long bytes = super.convert(text);
            if (Long.bitCount(bytes) != 1) {
                throw new TypeConversionException(bytes + " is not one of 256, 512, 1024, 2048, 4096");
            }
            return bytes;
        }
    }

    /** Converts a number of queue pairs for {@code verbena pingpong --type SRQ}. */
    public static final class SrqQueuePairs extends Whole {
        SrqQueuePairs() {
            super(1, 256);
        }
    }

    /** Converts the index of an entry in a table. */
    public static final class Index extends Whole {
        Index() {
            super(0, Integer.MAX_VALUE);
        }
    }

    /** Converts a seed of random numbers. */
    public static final class Seed extends Whole {
        Seed() {
            super(Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }
}
