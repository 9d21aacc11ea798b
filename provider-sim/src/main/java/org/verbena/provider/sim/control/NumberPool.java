package org.verbena.provider.sim.control;

import java.util.HashSet;
import java.util.Set;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.VerbsException;

/**
 * Numbers of a device's objects. A number that was given back is taken again only after all higher ones, as drivers do
 * it, so that late packets for an old object do not find a new one.
 */
final class NumberPool {
    private final String device;
    private final ObjectType type;
    private final long first;
    private final long last;
    private final Set<Long> taken = new HashSet<>();
    private long next;

    NumberPool(String device, ObjectType type, long first, long last) {
        this.device = device;
        this.type = type;
        this.first = first;
        this.last = last;
        this.next = first;
    }

    synchronized long take() {
        if (taken.size() > last - first) {
            throw new VerbsException(type.createVerb(), Errno.ENOMEM, device, Diagnosis.UNKNOWN);
        }
        while (!taken.add(next)) {
            advance();
        }
        long number = next;
        advance();
        return number;
    }

    private void advance() {
        next = next == last ? first : next + 1;
    }

    synchronized void giveBack(long number) {
        taken.remove(number);
    }
}
