package org.verbena.provider.sim.transport;

import java.util.Arrays;

/** The results of the last atomics, for requests that come again because the answer got lost. */
final class AtomicHistory {
    private static final int NONE = -1;

    private final int[] psns;
    private final long[] results;
    private int next;

    /** Remembers as many as can be on their way at once. */
    AtomicHistory(int depth) {
        psns = new int[depth];
        results = new long[depth];
        Arrays.fill(psns, NONE);
    }

    void add(int psn, long result) {
        psns[next] = psn;
        results[next] = result;
        next = (next + 1) % psns.length;
    }

    private int find(int psn) {
        for (int i = 0; i < psns.length; i++) {
            if (psns[i] == psn) {
                return i;
            }
        }
        return NONE;
    }

    boolean contains(int psn) {
        return find(psn) != NONE;
    }

    /** The result of an atomic that is {@linkplain #contains remembered}. */
    long result(int psn) {
        return results[find(psn)];
    }
}
