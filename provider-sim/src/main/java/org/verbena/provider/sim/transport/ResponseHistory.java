// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.Arrays;
import org.verbena.provider.sim.wire.WireMessage;

/**
 * The last requests that were answered by a response instead of an acknowledgement. It answers a request that is
 * repeated because the response was lost. An unknown repeated request is dropped (IBA 9.7.5.1.5; rxe: find_resource of
 * rxe_resp.c).
 */
final class ResponseHistory {
    private static final int NONE = -1;

    private final int[] psns;
    private final int[] packets;
    private final int[] rkeys;
    private final long[] addresses;
    private final long[] lengths;
    private final long[] results;
    private int next;

    /**
     * Creates an empty history.
     *
     * @param depth the maximum number of requests: {@code max_dest_rd_atomic}, at least 1
     */
    ResponseHistory(int depth) {
        psns = new int[depth];
        packets = new int[depth];
        rkeys = new int[depth];
        addresses = new long[depth];
        lengths = new long[depth];
        results = new long[depth];
        Arrays.fill(psns, NONE);
    }

    /** Adds a request and the original value that an atomic found. It replaces the oldest entry. */
    void add(WireMessage request, long result) {
        psns[next] = request.psn;
        packets[next] = request.packets;
        rkeys[next] = request.rkey;
        addresses[next] = request.remoteAddress;
        lengths[next] = request.length;
        results[next] = result;
        next = next + 1 == psns.length ? 0 : next + 1;
    }

    private int find(WireMessage request) {
        for (int i = 0; i < psns.length; i++) {
            if (psns[i] != NONE && isPart(request, i)) {
                return i;
            }
        }
        return NONE;
    }

    /** Returns whether a request is a remembered one or asks for a part of it. */
    private boolean isPart(WireMessage request, int index) {
        long before = request.remoteAddress - addresses[index];
        return (request.psn - psns[index] & WireMessage.PSN_MASK) < packets[index]
                && request.rkey == rkeys[index]
                && Long.compareUnsigned(before, lengths[index]) <= 0
                && Long.compareUnsigned(request.length, lengths[index] - before) <= 0;
    }

    boolean contains(WireMessage request) {
        return find(request) != NONE;
    }

    /** Returns the original value that an atomic found. The history must {@linkplain #contains contain} the request. */
    long result(WireMessage request) {
        return results[find(request)];
    }
}
