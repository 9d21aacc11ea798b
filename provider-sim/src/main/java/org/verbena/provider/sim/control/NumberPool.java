// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.Arrays;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * The numbers of one type of objects of a device. A returned number is assigned again only after all higher ones, as
 * drivers do. Late packets for an old object then do not reach a new one.
 */
final class NumberPool {
    private static final int FIRST_WORDS = 4;

    private final String device;
    private final ObjectType type;
    private final long first;
    private final long last;

    /**
     * One bit for each number, by its distance from the first, up to the highest assigned number: at most 2 MB for 24
     * bits.
     */
    private long[] taken = new long[FIRST_WORDS];

    private long count;
    private long next;

    NumberPool(String device, ObjectType type, long first, long last) {
        this.device = device;
        this.type = type;
        this.first = first;
        this.last = last;
        this.next = first;
    }

    synchronized long take() {
        if (count > last - first) {
            throw new VerbsException(type.createVerb(), Errno.ENOMEM, device, Diagnosis.UNKNOWN);
        }
        while (isTaken(next)) {
            advance();
        }
        long number = next;
        flip(number);
        count++;
        advance();
        return number;
    }

    private boolean isTaken(long number) {
        return word(number) < taken.length && (taken[word(number)] >>> (number - first) & 1) != 0;
    }

    private void flip(long number) {
        int word = word(number);
        if (word >= taken.length) {
            taken = Arrays.copyOf(taken, 2 * word);
        }
        taken[word] ^= 1L << (number - first);
    }

    private int word(long number) {
        return (int) ((number - first) / Long.SIZE);
    }

    private void advance() {
        next = next == last ? first : next + 1;
    }

    synchronized void giveBack(long number) {
        if (number >= first && isTaken(number)) {
            flip(number);
            count--;
        }
    }
}
