// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.math.BigInteger;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts an unsigned number for a field of a C struct. The number is decimal, or hexadecimal with the prefix
 * {@code 0x}.
 */
public abstract class Unsigned implements ITypeConverter<Long> {
    private static final int HEX = 16;
    private static final int DECIMAL = 10;
    private static final int MAX_LENGTH = 64;

    private final int bits;

    private Unsigned(int bits) {
        this.bits = bits;
    }

    @Override
    public Long convert(String text) {
        return parse(text, bits);
    }

    /** Returns the number, which must fit into {@code bits} bits. */
    public static long parse(String text, int bits) {
        BigInteger number = number(text);
        if (number.signum() < 0 || number.bitLength() > bits) {
            BigInteger max = BigInteger.TWO.pow(bits).subtract(BigInteger.ONE);
            throw new TypeConversionException(text + " is outside 0.." + max + ": the C field is a uint" + bits + "_t");
        }
        return number.longValue();
    }

    /** Returns the number in a text. The length limit exceeds that of any 64-bit number. */
    static BigInteger number(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new TypeConversionException(
                    "the value has " + text.length() + " characters, limit " + MAX_LENGTH + " for a number");
        }
        try {
            return text.startsWith("0x") ? new BigInteger(text.substring(2), HEX) : new BigInteger(text, DECIMAL);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a number");
        }
    }

    public static final class Uint32 extends Unsigned {
        Uint32() {
            super(Integer.SIZE);
        }
    }

    static final class Uint16 extends Unsigned {
        Uint16() {
            super(Short.SIZE);
        }
    }

    static final class Uint8 extends Unsigned {
        Uint8() {
            super(Byte.SIZE);
        }
    }
}
