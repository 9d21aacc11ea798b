// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

/**
 * The pieces of a request on a path with a window. The last packet of a piece requests an answer.
 *
 * <p>The pieces of a response have fixed bounds. A repeated request must not ask for more than the first one did,
 * because the responder would drop it (rxe: find_resource of rxe_resp.c).
 */
final class Pieces {
    /** The maximum number of packets of a piece. */
    private static final int PACKETS = 32;

    private Pieces() {}

    /**
     * Returns whether the next piece may be sent.
     *
     * @param response whether the pieces are those of a response
     * @param first the first packet of the piece
     * @param packets the number of packets of the request
     * @param inFlight the number of packets in flight before the piece
     * @param window the maximum number of packets in flight
     */
    static boolean fit(boolean response, int first, int packets, int inFlight, int window) {
        return response ? inFlight <= 0 || inFlight + responseEnd(first, packets) - first <= window : inFlight < window;
    }

    /** Returns the end of the next piece, which {@linkplain #fit fits}. */
    static int end(boolean response, int first, int packets, int inFlight, int window) {
        return response ? responseEnd(first, packets) : Math.min(packets, first + Math.min(PACKETS, window - inFlight));
    }

    private static int responseEnd(int first, int packets) {
        return Math.min(packets, (first / PACKETS + 1) * PACKETS);
    }
}
