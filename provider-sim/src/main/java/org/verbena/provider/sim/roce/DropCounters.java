package org.verbena.provider.sim.roce;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.verbena.provider.sim.wire.DropReason;

/** The numbers of dropped packets by reason, and of all packets. Any thread may read them. */
public final class DropCounters {
    private static final DropReason[] REASONS = DropReason.values();

    private final AtomicLongArray dropped = new AtomicLongArray(REASONS.length);

    /** Creates counters at 0. */
    public DropCounters() {}

    @SuppressWarnings("EnumOrdinal") // the index is private to this class
    void count(DropReason reason) {
        dropped.incrementAndGet(reason.ordinal());
    }

    /**
     * Returns the numbers of dropped packets.
     *
     * @return the number for each reason
     */
    @SuppressWarnings("EnumOrdinal")
    public Map<DropReason, Long> dropped() {
        Map<DropReason, Long> numbers = new EnumMap<>(DropReason.class);
        for (DropReason reason : REASONS) {
            numbers.put(reason, dropped.get(reason.ordinal()));
        }
        return numbers;
    }
}
