// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.verbena.provider.sim.wire.DropReason;

/** The numbers of sent, received and dropped packets of a device. Any thread may read them. */
final class PacketCounters {
    private static final DropReason[] REASONS = DropReason.values();

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLongArray dropped = new AtomicLongArray(REASONS.length);

    void sent() {
        sent.incrementAndGet();
    }

    void received() {
        received.incrementAndGet();
    }

    @SuppressWarnings("EnumOrdinal") // the index is private to this class
    void dropped(DropReason reason) {
        dropped.incrementAndGet(reason.ordinal());
    }

    /** Returns the numbers. The names of sent and received packets are those of rxe ({@code rxe_hw_counters.c}). */
    @SuppressWarnings("EnumOrdinal")
    Map<String, Long> byName() {
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put("sent_pkts", sent.get());
        numbers.put("rcvd_pkts", received.get());
        for (DropReason reason : REASONS) {
            numbers.put("dropped_" + reason.name().toLowerCase(Locale.ROOT), dropped.get(reason.ordinal()));
        }
        return numbers;
    }
}
